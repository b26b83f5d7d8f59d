import type { Base, SignedReceipt } from '#contract/calls/sync.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { demandAccess } from '#server/kernel/auth/get-caller.ts'
import { tell, tellingRefusals } from '#server/kernel/auth/tell.ts'
import type { Caller, Change, Tx } from '#server/kernel/context.ts'
import { demandBeforeInput } from '#server/kernel/http/demands.ts'
import type { Endpoint, Kernel } from '#server/kernel/http/kernel.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { openNumberBook } from '#server/kernel/number-series.ts'
import { TWICE_JOB } from '#server/kernel/numbers-twice.ts'
import { answeringRev } from '../feed/feed-tail.ts'
import { contextOf, type Write, write } from '../feed/write.ts'
import { claimCommand, inputHash, type Made, type Replay, selectSettled } from './command-log.ts'
import { momentOfMade } from './made.ts'
import { signReceipt } from './receipts.ts'
import { noteReturn, revisionOfOtherHistory } from './restored.ts'
import { provenReceipts, waitForOthers } from './returning.ts'
import { parseVersion } from './upcast.ts'
import { voidCommand } from './void.ts'

/** An incoming command: from `sync/commands`, sealed, or from a plain call with its Idempotency-Key. */
export interface IncomingCommand {
  id: string
  /** Version of the input's shape; absent means the current one. */
  version?: number
  input: Readonly<Record<string, unknown>>
  base: Base | undefined
  depends: readonly string[]
  /** Commands that this one replaces. */
  supersedes?: readonly string[]
  deviceId: string | undefined
  made?: Made
  /** Earlier servers' signatures for it, as received: not verified yet. */
  receipts?: readonly SignedReceipt[]
  /** An unusual way of arrival, for the audit trail. */
  door?: 'import_sealed' | 'release_held'
}

/** The answer to a command, now or at its first delivery. */
export interface CommandOutcome extends Replay {
  replayed: boolean
  /** The server's signed receipt; absent if another command's answer was returned. */
  receipt?: SignedReceipt
  /** The superseded command that had taken effect: the answer is that command's, and this one did not run. */
  ran?: string
}

/** Thrown in the transaction of a command that must not run, because the one it supersedes had taken effect. */
class HadRun extends Error {
  readonly outcome: CommandOutcome
  constructor(ran: string, replay: Replay) {
    super('a superseded command had taken effect')
    this.name = 'HadRun'
    this.outcome = { ...replay, replayed: true, ran }
  }
}

/**
 * Runs a command exactly once: claim, effect, feed and stored answer are one transaction (docs/sync.md#on-the-server).
 * A refusal rolls its claim back, so that a retry is judged again; so does a superseded command that had taken effect,
 * whose answer is returned instead. The answer is stored whole and filtered by what the caller may know at this
 * delivery. A command that a restored backup lost runs again with its numbers, and as if made offline, because nobody
 * can be asked any more.
 */
export async function runCommand(
  kernel: Kernel,
  caller: Caller,
  endpoint: Endpoint,
  command: IncomingCommand,
): Promise<CommandOutcome> {
  const { call } = endpoint
  const outcome = await tellingRefusals(call, caller, () => runOnce(kernel, caller, endpoint, command))
  return { ...outcome, response: tell(call, caller, outcome.response) }
}

async function runOnce(
  kernel: Kernel,
  caller: Caller,
  endpoint: Endpoint,
  command: IncomingCommand,
): Promise<CommandOutcome> {
  const { clientId, userId } = caller
  const { id: commandId, deviceId, input } = command
  const at = kernel.now()
  const hash = inputHash(endpoint.call.key, input)
  const receiver = { clientId, userId, commandId }
  const proven = provenReceipts(kernel, receiver, hash, command.receipts)
  const made =
    proven.length > 0 ? { at: undefined, skewMs: undefined, ...command.made, offline: true } : command.made
  const claim = { clientId, userId, deviceId, commandId, call: endpoint.call.key, hash, at, made }
  const judged = { ...command, made, receipts: proven }
  try {
    const { value, pos, rev } = await write(kernel, clientId, async (work) => {
      const replay = await claimCommand(work.tx, claim)
      return replay
        ? { ...replay, replayed: true }
        : takeEffect(kernel, caller, endpoint, judged, { work, hash })
    })
    const outcome = value.replayed ? value : { ...value, pos, rev: rev ?? value.rev }
    return { ...outcome, receipt: signReceipt(kernel, receiver, outcome) }
  } catch (error) {
    if (error instanceof HadRun) {
      const { outcome } = error
      return {
        ...outcome,
        receipt: signReceipt(kernel, { ...receiver, commandId: outcome.ran ?? commandId }, outcome),
      }
    }
    throw await waitForOthers(kernel, receiver, judged, endpoint.call.key, error)
  }
}

async function takeEffect(
  kernel: Kernel,
  caller: Caller,
  endpoint: Endpoint,
  command: IncomingCommand,
  { work, hash }: { work: Write; hash: Buffer },
): Promise<CommandOutcome> {
  const { call, handler } = endpoint
  await voidSuperseded(work, caller, call, command)
  // Access is checked before anything about the record, so that a refusal reveals nothing about it.
  demandAccess(call, caller)
  demandBeforeInput(endpoint, caller)
  const parsed = parseVersion(call, command.version, command.input)
  const { receipts = [] } = command
  const before = receipts.find(({ numbers }) => numbers)?.numbers
  const book = openNumberBook(work.tx, command.id, before)
  const changes: Change[] = []
  const changed = (change: Change) => {
    changes.push(change)
    work.changed(change)
  }
  const baseRev = await resolveBase(work.tx, caller.clientId, kernel.epoch, command)
  const ctx = contextOf(
    kernel,
    caller,
    { ...work, changed },
    {
      baseRev,
      madeOffline: command.made?.offline ?? false,
      madeAt: momentOfMade(command.made),
      skewMs: command.made?.skewMs,
    },
  )
  const response = call.output.parse(await handler(parsed, ctx))
  const flags = [...work.flags]
  await auditCommand(work, caller, call, command, flags)
  if (receipts.length > 0) await noteBack(work, caller, kernel.epoch, call, command, changes, book.given)
  const keepForEver = isKeptForEver(call, parsed)
  work.answered({ commandId: command.id, response, baseRev, keepForEver, flags, numbers: book.given })
  return {
    response,
    replayed: false,
    pos: null,
    rev: baseRev ?? null,
    flags,
    hash,
    at: work.now,
    numbers: book.given,
  }
}

async function noteBack(
  { tx, now: at, addJob }: Write,
  { clientId, userId }: Caller,
  epoch: string,
  { key: call }: AnyCall,
  { id: commandId, deviceId, receipts = [] }: IncomingCommand,
  changes: readonly Change[],
  given: readonly { no: string }[],
): Promise<void> {
  const rev = answeringRev(changes)
  const record = changes[0] && rev !== undefined ? { id: changes[0].id, rev } : undefined
  const now = given.map(({ no }) => no)
  const back = { clientId, userId, commandId, deviceId, call, epoch, receipts, record, now, at }
  if (await noteReturn(tx, back)) await addJob(TWICE_JOB, [commandId])
}

// In order of ids, so that two edits of the same commands wait for each other instead of deadlocking.
async function voidSuperseded(
  { tx, now }: Write,
  { clientId, userId }: Caller,
  { key: call }: AnyCall,
  { id, supersedes = [], deviceId }: IncomingCommand,
): Promise<void> {
  if (supersedes.includes(id)) throw invalid({ supersedes: 'must not name the command itself' })
  for (const commandId of supersedes.toSorted()) {
    const replay = await voidCommand(tx, { clientId, userId, deviceId, commandId, at: now, by: { call, id } })
    if (replay) throw new HadRun(commandId, replay)
  }
}

async function auditCommand(
  { tx, now: at }: Write,
  { clientId, userId }: Caller,
  { key: call }: AnyCall,
  { id: recordId, deviceId, door }: IncomingCommand,
  flags: readonly string[],
): Promise<void> {
  const line = { clientId, userId, type: 'command', recordId, at }
  if (door) await writeAudit(tx, { ...line, action: door, detail: { call, device_id: deviceId } })
  for (const flag of flags) await writeAudit(tx, { ...line, action: 'flagged', detail: { call, flag } })
}

// `follows` names an earlier command: its result is the base, so chained autosaves do not conflict with themselves.
async function resolveBase(
  tx: Tx,
  clientId: string,
  epoch: string,
  command: IncomingCommand,
): Promise<number | undefined> {
  const { base, depends } = command
  const follows = base && 'follows' in base ? base.follows : undefined
  const needed = [...new Set([...depends, ...(follows ? [follows] : [])])]
  const settled = await selectSettled(tx, clientId, needed)
  // It would wait for ever: a person decides, with the typed text still there.
  if (needed.some((id) => settled.get(id)?.isVoided))
    throw new Refusal('refused', 'The change that this one builds on was withdrawn.')
  if (needed.some((id) => !settled.has(id))) throw new Refusal('dependency')
  if (base && 'rev' in base) {
    const isOfOther = base.epoch !== undefined && base.epoch !== epoch
    return isOfOther ? revisionOfOtherHistory(tx, clientId, base) : base.rev
  }
  return follows === undefined ? undefined : (settled.get(follows)?.rev ?? undefined)
}

function isKeptForEver({ offline }: AnyCall, input: unknown): boolean {
  return offline.kind === 'queue' && offline.keepForEver?.(input as never) === true
}
