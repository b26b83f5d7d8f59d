import type { Command, CommandAnswer } from '#contract/calls/sync.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Endpoint, Kernel } from '#server/kernel/http/kernel.ts'
import { refusalAnswer } from '#server/kernel/http/refusals.ts'
import { madeOf } from './made.ts'
import type { CommandOutcome, IncomingCommand } from './run-command.ts'

/** Returns the answer to a command that took effect, now or earlier. */
export function doneAnswer(id: string, outcome: CommandOutcome): CommandAnswer {
  const { response: body, replayed, pos, rev, flags, ran, receipt } = outcome
  return {
    id,
    status: 200,
    replayed,
    pos,
    rev,
    body,
    ...(flags.length > 0 ? { flags: [...flags] } : {}),
    ...(ran === undefined ? {} : { ran }),
    ...(receipt && { receipt }),
  }
}

/** Returns the answer to a command that did not take effect. */
export function refusedAnswer(id: string, refusal: Refusal): CommandAnswer {
  const { status, body } = refusalAnswer(refusal, undefined)
  return { id, status, replayed: false, pos: null, rev: null, body }
}

/** Returns the queued call that a command names; throws `server_older` if its version is newer than this server. */
export function getEndpoint(
  kernel: Kernel,
  { call: key, version }: Pick<Command, 'call' | 'version'>,
): Endpoint {
  const endpoint = kernel.endpoints.get(key)
  if (endpoint?.call.offline.kind !== 'queue')
    throw new Refusal('invalid', undefined, { fields: { call: 'is not a change that can be queued' } })
  if (version > endpoint.call.offline.version) throw new Refusal('server_older')
  return endpoint
}

type Header = Omit<Command, 'input' | 'call'>

/** Builds a command to run from its transmitted header and its input. */
export function incomingOf(
  { id, version, base, depends, supersedes, receipts, ...told }: Header,
  input: IncomingCommand['input'],
  deviceId: string,
): IncomingCommand {
  return { id, version, base, depends, supersedes, receipts, input, deviceId, made: madeOf(told) }
}
