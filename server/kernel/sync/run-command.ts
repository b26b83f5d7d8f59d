import type { Base } from '#contract/calls/sync.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { demandAccess } from '../auth/get-caller.ts'
import type { Caller, Tx } from '../context.ts'
import type { Endpoint, Kernel } from '../http/kernel.ts'
import { parseInput } from '../http/read-input.ts'
import { claimCommand, selectResultRevs } from './command-log.ts'
import { contextOf, write } from './write.ts'

/** A command at the door: by `sync/commands`, or by a plain call with its Idempotency-Key. */
export interface IncomingCommand {
  id: string
  input: Readonly<Record<string, unknown>>
  base: Base | undefined
  depends: readonly string[]
  deviceId: string | undefined
}

/** What a command answered, now or at its first delivery. */
export interface CommandOutcome {
  response: unknown
  replayed: boolean
  pos: number | null
  rev: number | null
}

/**
 * Runs a command exactly once: claim, effect, feed and stored answer are one transaction (SYNC.md "On the server").
 * A refusal rolls its claim back, so that a retry is judged anew.
 */
export async function runCommand(
  kernel: Kernel,
  caller: Caller,
  { call, handler }: Endpoint,
  command: IncomingCommand,
): Promise<CommandOutcome> {
  const { clientId, userId } = caller
  const { id: commandId, deviceId, input } = command
  const claim = { clientId, userId, deviceId, commandId, call: call.key, input, at: kernel.now() }
  const { value, pos, rev } = await write(kernel, clientId, async (work) => {
    const replay = await claimCommand(work.tx, claim)
    if (replay) return { ...replay, replayed: true }
    // Access comes before anything about the record, so that a refusal tells nothing about it.
    demandAccess(call.access, caller)
    const parsed = parseInput(call, input)
    const baseRev = await resolveBase(work.tx, clientId, command)
    const ctx = contextOf(kernel, caller, work, baseRev)
    const response = call.output.parse(await handler(parsed, ctx))
    work.answered({ commandId, response, baseRev, keepForEver: isKeptForEver(call, parsed) })
    return { response, replayed: false, pos: null, rev: baseRev ?? null }
  })
  return value.replayed ? value : { ...value, pos, rev: rev ?? value.rev }
}

// `follows` names an earlier command: its result is the base, so chained autosaves do not conflict with themselves.
async function resolveBase(tx: Tx, clientId: string, command: IncomingCommand): Promise<number | undefined> {
  const { base, depends } = command
  const follows = base && 'follows' in base ? base.follows : undefined
  const needed = [...new Set([...depends, ...(follows ? [follows] : [])])]
  const revs = await selectResultRevs(tx, clientId, needed)
  if (needed.some((id) => !revs.has(id))) throw new Refusal('dependency')
  if (base && 'rev' in base) return base.rev
  return follows === undefined ? undefined : (revs.get(follows) ?? undefined)
}

function isKeptForEver({ offline }: AnyCall, input: unknown): boolean {
  return offline.kind === 'queue' && offline.keepForEver?.(input as never) === true
}
