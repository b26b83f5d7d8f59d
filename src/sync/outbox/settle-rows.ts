import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { type Effected, type Outcome, waitBeforeRetryMs } from './outcome.ts'
import { takeOutOne } from './take-out.ts'

/** What settling needs to know of the world. */
export interface SettlePorts {
  now: () => number
  random: () => number
}

/** One command with what it came to, as the clear part of the database can hold it. */
export interface Result {
  row: Pick<OutboxRow, 'id' | 'claim' | 'attempts' | 'record'>
  outcome: Settling
  /** Revisions that the server gave the records named `type/id`. */
  revs?: ReadonlyMap<string, number>
  /** The command's sealed rest with the words of its refusal; absent where they cannot be sealed now. */
  e?: unknown
  /** True where the sealed input is of no more use. */
  dropSealed?: boolean
}

/** Everything but `ran`, which is not an end (go-on-anew.ts). */
export type Settling = Exclude<Outcome, { kind: 'ran' }>
type NotDone = Exclude<Settling, { kind: 'acked' }>

/**
 * Writes what a delivery came to, in one transaction. Needs no key: whatever is sealed comes in sealed. Nothing here
 * walks a table for each command: a thousand that wait would be walked a thousand times.
 */
export async function settleRows(
  work: WorkDatabase,
  ports: SettlePorts,
  results: readonly Result[],
): Promise<void> {
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const done: OutboxRow[] = []
    for (const result of results) {
      const { outcome } = result
      if (outcome.kind !== 'acked') await putBack(work, ports, result, outcome)
      else done.push(...(await acknowledge(work, ports, result, outcome.answer)))
    }
    if (done.length > 0) await releaseDependents(work, done)
  })
}

// An effect is a fact, whoever brings the news and however late. Answers the row, or nothing where it was known already.
async function acknowledge(
  work: WorkDatabase,
  { now }: SettlePorts,
  { row: { id, record }, revs = new Map() }: Result,
  { pos, rev, flags = [] }: Effected,
): Promise<OutboxRow[]> {
  const row = await work.outbox.get(id)
  if (!row || row.state === 'acked') return []
  const known = new Map(revs)
  const own = record.replace(':', '/')
  if (rev !== null && !known.has(own)) known.set(own, rev)
  await work.outbox.put({
    ...row,
    state: 'acked',
    acked: { pos, rev: known.get(own) ?? null, at: now() },
    flags: flags.length > 0 ? flags : undefined,
    lastError: undefined,
    claim: undefined,
  })
  const effects = await work.overlay.where('command').equals(id).toArray()
  await work.overlay.bulkPut(
    effects.map((effect) => ({
      ...effect,
      ackedRev: known.get(`${effect.type}/${effect.record}`) ?? effect.ackedRev,
    })),
  )
  await moveDraftOn(work, row, known.get(own))
  return [row]
}

// The text that this save carried goes on from what the server made of it. A draft has its report's id.
async function moveDraftOn(
  { drafts }: WorkDatabase,
  { id, record }: OutboxRow,
  rev: number | undefined,
): Promise<void> {
  if (rev === undefined || !record.startsWith(REPORT)) return
  const draft = await drafts.get(record.slice(REPORT.length))
  if (draft?.command === id) await drafts.put({ ...draft, baseRev: rev })
}

const REPORT = 'report:'

// What waited for one of these need not wait out its pause.
async function releaseDependents({ outbox }: WorkDatabase, done: readonly OutboxRow[]): Promise<void> {
  const ids = new Set(done.map(({ id }) => id))
  const aggregates = new Set(done.map(({ aggregate }) => aggregate))
  const waiting = await outbox.where('state').equals('waiting').toArray()
  const released = waiting.filter(
    ({ aggregate, depends, lastError }) =>
      lastError?.kind === 'dependency' && (aggregates.has(aggregate) || depends.some((id) => ids.has(id))),
  )
  await outbox.bulkPut(released.map((row) => ({ ...row, nextAt: 0 })))
}

/** Nothing took effect: it waits for its next try, for the session, or for a person. */
async function putBack(
  work: WorkDatabase,
  { now, random }: SettlePorts,
  { row: { id, claim, attempts: before }, e, dropSealed }: Result,
  outcome: NotDone,
): Promise<void> {
  const { outbox } = work
  const row = await outbox.get(id)
  // A later sender may have claimed it anew; what this one heard is then old news.
  if (row?.state !== 'sending' || row.claim !== claim) return
  // Its person gave it up, in a page that died before it could take the row out.
  if (outcome.error.code === 'voided') return takeOutOne(work, id)
  const isParked = outcome.kind === 'parked'
  const attempts = before + (isParked ? 0 : 1)
  const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined
  const wait = isParked ? 0 : waitBeforeRetryMs(attempts, random(), retryAfterMs)
  await outbox.update(id, {
    state: isParked ? 'parked' : 'waiting',
    claim: undefined,
    attempts,
    nextAt: now() + wait,
    lastError: { ...outcome.error, at: now(), ...(retryAfterMs !== undefined && { isAsked: true }) },
    ...(e !== undefined && { e }),
    ...(dropSealed && { sealed: null, sealedKeyId: undefined }),
  })
}
