import type { DraftRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { effectKeys } from '../make/effect-keys.ts'
import { takeOutOne } from '../make/take-out.ts'
import { countsAsOffline } from '../send/made-offline.ts'
import { type Effected, type Outcome, waitAfterLossMs, waitBeforeRetryMs } from './outcome.ts'

/** Clock and randomness for settling. */
export interface SettlePorts {
  now: () => number
  random: () => number
}

/** One command with its outcome, in a form that the clear part of the database can hold. */
export interface Result {
  row: Pick<OutboxRow, 'id' | 'claim' | 'attempts' | 'record' | 'isOffline'>
  outcome: Settling
  /** Revisions of the records (`type/id`) whose copies on this device already hold the server's result. */
  held?: ReadonlyMap<string, number>
  /** The command's sealed part with the refusal message; absent if it cannot be sealed now. */
  e?: unknown
  /** True if the sealed input is no longer needed. */
  dropSealed?: boolean
}

/** Every outcome but `ran`, which is not final (rebase-command.ts). */
export type Settling = Exclude<Outcome, { kind: 'ran' }>
type NotDone = Exclude<Settling, { kind: 'acked' }>

/**
 * Writes the outcome of a delivery in one transaction. Does not need the vault key: sealed parts arrive sealed. Uses
 * bulk reads and writes only and walks no table, because the queue may hold 1,000 commands.
 */
export async function settleRows(
  work: WorkDatabase,
  ports: SettlePorts,
  results: readonly Result[],
): Promise<void> {
  const together = ports.random()
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const rows = await work.outbox.bulkGet(results.map(({ row }) => row.id))
    const done: Done[] = []
    const back: OutboxRow[] = []
    const voided: string[] = []
    for (const [i, result] of results.entries()) {
      const { outcome } = result
      const row = rows[i]
      if (!row) continue
      if (outcome.kind === 'acked') done.push(...acknowledged(ports, row, result, outcome.answer))
      else if (!isStill(row, result)) continue
      // Its author discarded it, in a page that died before it could remove the row.
      else if (outcome.error.code === 'voided') voided.push(row.id)
      else if (isToBeJudgedAnew(ports, row, result)) back.push(anew(row))
      else back.push(putBack(ports, row, result, outcome, together))
    }
    await work.outbox.bulkPut([...done.map(({ row }) => row), ...back])
    if (done.length > 0) await moveOn(work, done)
    for (const id of voided) await takeOutOne(work, id)
  })
}

// A later sender may have claimed it again; this outcome is then out of date.
const isStill = (row: OutboxRow, { row: { claim } }: Result) => row.state === 'sending' && row.claim === claim

// It was refused as if its author still had the form open, but the app has continued since: the server stored nothing,
// so it judges the same command again as one that was made offline (docs/decisions/267).
const isToBeJudgedAnew = ({ now }: SettlePorts, row: OutboxRow, { row: sent, outcome }: Result) =>
  outcome.kind === 'parked' && sent.isOffline !== true && countsAsOffline(row, now())

const anew = (row: OutboxRow): OutboxRow => ({
  ...row,
  state: 'waiting',
  claim: undefined,
  isOffline: true,
  nextAt: 0,
  lastError: undefined,
})

/** An acknowledged command as it is written, and the records whose copies already hold its result. */
interface Done {
  row: OutboxRow
  held: ReadonlyMap<string, number>
}

// An ack is final, even if late or received by another tab. Returns [] if already recorded.
function acknowledged(
  { now }: SettlePorts,
  row: OutboxRow,
  { held = NOTHING_HELD }: Result,
  { pos, rev, flags = [], receipt }: Effected,
): Done[] {
  if (row.state === 'acked') return []
  const acked = { pos, rev: held.get(nameOf(row)) ?? rev, at: now() }
  const receipts = receipt ? [...(row.receipts ?? []), receipt].slice(-RECEIPTS_MAX) : row.receipts
  const written: OutboxRow = {
    ...row,
    state: 'acked',
    acked,
    receipts,
    lastError: undefined,
    claim: undefined,
  }
  return [{ row: { ...written, flags: flags.length > 0 ? flags : undefined }, held }]
}

/** Maximum number of receipts that travel with a command (contract: SignedReceipts). */
const RECEIPTS_MAX = 20

const NOTHING_HELD: ReadonlyMap<string, number> = new Map()

/** The record of a command, as named in its optimistic rows. */
const nameOf = ({ record }: Pick<OutboxRow, 'record'>) => record.replace(':', '/')

async function moveOn(work: WorkDatabase, done: readonly Done[]): Promise<void> {
  await Promise.all([giveWay(work, done), moveDraftsOn(work, done), releaseDependents(work, done)])
}

/**
 * Replaces optimistic rows with copies of the revision that the server made: at once if they are here, otherwise as
 * soon as they arrive. Does not read the text of a change for that, and does not rewrite it unless necessary.
 */
async function giveWay(work: WorkDatabase, done: readonly Done[]): Promise<void> {
  const byId = new Map(done.map((one) => [one.row.id, one]))
  const gone: string[] = []
  const awaited: { key: string; ackedRev: number }[] = []
  for (const { key, command, record } of await effectKeys(work, [...byId.keys()])) {
    const one = byId.get(command)
    if (one?.held.has(record)) gone.push(key)
    else if (one?.row.acked?.rev && record === nameOf(one.row))
      awaited.push({ key, ackedRev: one.row.acked.rev })
  }
  const rows = await work.overlay.bulkGet(awaited.map(({ key }) => key))
  const marked = rows.flatMap((row, i) => (row ? [{ ...row, ackedRev: awaited[i]?.ackedRev }] : []))
  await Promise.all([work.overlay.bulkDelete(gone), work.overlay.bulkPut(marked)])
}

// The text of a save now continues from the server's result. A draft has the id of its record.
async function moveDraftsOn({ drafts }: WorkDatabase, done: readonly Done[]): Promise<void> {
  const saves = new Map(
    done.flatMap(({ row: { id, record, acked, receipts } }) => {
      const rev = acked?.rev ?? undefined
      const epoch = receipts?.at(-1)?.epoch
      return rev === undefined ? [] : [[id, { rev, epoch, text: idOf(record) }] as const]
    }),
  )
  const ids = new Set([...saves.values()].map(({ text }) => text))
  const found = (await drafts.bulkGet([...ids])).filter((draft) => draft !== undefined)
  const moved = found.flatMap((draft): DraftRow[] => {
    const save = saves.get(draft.command ?? '')
    if (save?.text !== draft.id) return []
    return [{ ...draft, baseRev: save.rev, baseEpoch: save.epoch ?? draft.baseEpoch }]
  })
  await drafts.bulkPut(moved)
}

const idOf = (record: string) => record.slice(record.indexOf(':') + 1)

// Commands that waited for one of these need not wait out their pause.
async function releaseDependents({ outbox }: WorkDatabase, done: readonly Done[]): Promise<void> {
  const held = await outbox.where('lastError.kind').equals('dependency').toArray()
  const ids = new Set(done.map(({ row }) => row.id))
  const aggregates = new Set(done.map(({ row }) => row.aggregate))
  const released = held.filter(
    ({ state, aggregate, depends }) =>
      state === 'waiting' && (aggregates.has(aggregate) || depends.some((id) => ids.has(id))),
  )
  await outbox.bulkPut(released.map((row) => ({ ...row, nextAt: 0 })))
}

/**
 * Puts back a command that did not take effect: it waits for a retry, the session or a person. The first retry delay is
 * drawn once for the delivery (`together`), so that it comes back as one request. Later delays are drawn for each
 * command: a delivery that is too large for the connection splits.
 */
function putBack(
  { now, random }: SettlePorts,
  row: OutboxRow,
  { row: { attempts: before }, e, dropSealed }: Result,
  outcome: NotDone,
  together: number,
): OutboxRow {
  const isParked = outcome.kind === 'parked'
  const attempts = before + (isParked ? 0 : 1)
  const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined
  // A command that follows one refused in the same delivery continues without it.
  const goesOn = outcome.error.kind === 'dependency' && attempts === 1 && row.after !== undefined
  const drawn = attempts === 1 ? together : random()
  const isLost = outcome.error.kind === 'network' && retryAfterMs === undefined
  const pause = isLost ? waitAfterLossMs(attempts, drawn) : waitBeforeRetryMs(attempts, drawn, retryAfterMs)
  const wait = isParked || goesOn ? 0 : pause
  return {
    ...row,
    state: isParked ? 'parked' : 'waiting',
    claim: undefined,
    attempts,
    nextAt: now() + wait,
    lastError: { ...outcome.error, at: now(), ...(retryAfterMs !== undefined && { isAsked: true }) },
    ...(e !== undefined && { e }),
    ...(dropSealed && { sealed: null, sealedKeyId: undefined }),
  }
}
