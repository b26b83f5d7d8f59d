import type { DraftRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { effectKeys } from './effect-keys.ts'
import { countsAsOffline } from './made-offline.ts'
import { type Effected, type Outcome, waitAfterLossMs, waitBeforeRetryMs } from './outcome.ts'
import { takeOutOne } from './take-out.ts'

/** What settling needs to know of the world. */
export interface SettlePorts {
  now: () => number
  random: () => number
}

/** One command with what it came to, as the clear part of the database can hold it. */
export interface Result {
  row: Pick<OutboxRow, 'id' | 'claim' | 'attempts' | 'record' | 'isOffline'>
  outcome: Settling
  /** Records named `type/id` whose copies on this device hold what the server made of them, with that revision. */
  held?: ReadonlyMap<string, number>
  /** The command's sealed rest with the words of its refusal; absent where they cannot be sealed now. */
  e?: unknown
  /** True where the sealed input is of no more use. */
  dropSealed?: boolean
}

/** Everything but `ran`, which is not an end (rebase-command.ts). */
export type Settling = Exclude<Outcome, { kind: 'ran' }>
type NotDone = Exclude<Settling, { kind: 'acked' }>

/**
 * Writes what a delivery came to, in one transaction. Needs no key: whatever is sealed comes in sealed. Nothing here
 * walks a table, and nothing is asked for one command after another: a thousand that wait would be felt a thousand times.
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
      // Its person gave it up, in a page that died before it could take the row out.
      else if (outcome.error.code === 'voided') voided.push(row.id)
      else if (isToBeJudgedAnew(ports, row, result)) back.push(anew(row))
      else back.push(putBack(ports, row, result, outcome, together))
    }
    await work.outbox.bulkPut([...done.map(({ row }) => row), ...back])
    if (done.length > 0) await moveOn(work, done)
    for (const id of voided) await takeOutOne(work, id)
  })
}

// A later sender may have claimed it anew; what this one heard is then old news.
const isStill = (row: OutboxRow, { row: { claim } }: Result) => row.state === 'sending' && row.claim === claim

// It was refused as one whose person stands at the form, and the app has gone on meanwhile: the server took nothing, so
// it judges the same command anew as one that was made offline (docs/decisions/267).
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

/** A command that took effect, as it is written, and the records whose copies hold that already. */
interface Done {
  row: OutboxRow
  held: ReadonlyMap<string, number>
}

// An effect is a fact, whoever brings the news and however late. Returns nothing where it was known already.
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

/** Receipts that travel with a command (contract: SignedReceipts). */
const RECEIPTS_MAX = 20

const NOTHING_HELD: ReadonlyMap<string, number> = new Map()

/** The record of a command, as its optimistic rows name it. */
const nameOf = ({ record }: Pick<OutboxRow, 'record'>) => record.replace(':', '/')

async function moveOn(work: WorkDatabase, done: readonly Done[]): Promise<void> {
  await Promise.all([giveWay(work, done), moveDraftsOn(work, done), releaseDependents(work, done)])
}

/**
 * What is shown gives way to copies of the revision that the server made: at once where they are here, and otherwise as
 * soon as they are. The text of a change is not read for that, and not written again where it need not be.
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

// The text that a save carried goes on from what the server made of it. A draft has the id of its record.
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

// What waited for one of these need not wait out its pause.
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
 * Nothing took effect: it waits for its next try, for the session, or for a person. The first retry is drawn once for the
 * delivery (`together`), so that it comes back as one request and not as one for each command. Later ones are drawn for
 * each command: a delivery that is too large for the line falls apart.
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
  // What goes after a command that was refused in the same delivery goes on without it.
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
