import type { FastifyBaseLogger } from 'fastify'
import type { Command, CommandAnswer, syncCalls } from '#contract/calls/sync.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { ERROR_CODES, Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '../context.ts'
import type { Endpoint, Kernel } from '../http/kernel.ts'
import { loggedError } from '../http/log.ts'
import { refusalAnswer, toRefusal } from '../http/refusals.ts'
import { orderCommands } from './order-commands.ts'
import type { Batch } from './read-batch.ts'
import { runCommand } from './run-command.ts'

/**
 * Runs a batch of queued changes by the same handlers as their own calls, each in its own transaction and answered for
 * itself: a refused one delays nothing but what depends on it.
 */
export async function runCommands(
  kernel: Kernel,
  caller: Caller,
  { deviceId, commands, unreadable }: Batch,
  log: FastifyBaseLogger,
): Promise<OutputOf<typeof syncCalls.commands>> {
  const answers = unreadable.map(({ id, refusal }) => refusedAnswer(id, refusal))
  for (const command of orderCommands(commands))
    answers.push(await answerCommand(kernel, caller, command, deviceId, log))
  return { answers }
}

async function answerCommand(
  kernel: Kernel,
  caller: Caller,
  command: Command,
  deviceId: string,
  log: FastifyBaseLogger,
): Promise<CommandAnswer> {
  const { id, input, base, depends } = command
  try {
    const endpoint = getEndpoint(kernel, command)
    const incoming = { id, input, base, depends, deviceId: caller.deviceId ?? deviceId }
    const { response: body, replayed, pos, rev } = await runCommand(kernel, caller, endpoint, incoming)
    return { id, status: 200, replayed, pos, rev, body }
  } catch (error) {
    const refusal = toRefusal(error)
    if (ERROR_CODES[refusal.code].status >= 500)
      log.error({ call: command.call, err: loggedError(error) }, 'command failed')
    return refusedAnswer(id, refusal)
  }
}

function refusedAnswer(id: string, refusal: Refusal): CommandAnswer {
  const { status, body } = refusalAnswer(refusal, undefined)
  return { id, status, replayed: false, pos: null, rev: null, body }
}

function getEndpoint(kernel: Kernel, { call: key, version }: Command): Endpoint {
  const endpoint = kernel.endpoints.get(key)
  if (endpoint?.call.offline.kind !== 'queue')
    throw new Refusal('invalid', undefined, { fields: { call: 'is not a change that can be queued' } })
  if (version > endpoint.call.offline.version) throw new Refusal('server_older')
  return endpoint
}
