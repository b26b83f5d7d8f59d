import { Dexie } from 'dexie'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { waitingFileIds } from '#src/sync/files/send-files.ts'
import { ANY_WAY, BATCH_MAX, type Carries, type Chosen, chooseBatch } from './choose-batch.ts'

/** If the first rows do not fill a batch, this many more are read. */
const STEP = 200

/** What may be sent, with all rows that had to be read to decide, in click order. */
export interface Sendable extends Chosen {
  known: OutboxRow[]
}

/** Commands in flight, by id, as they were claimed. */
export type RowsInFlight = ReadonlyMap<string, OutboxRow>
export const NONE_IN_FLIGHT: RowsInFlight = new Map()

/**
 * Finds a batch that may be sent at `now` without reading the whole queue: the first waiting rows, rows left by a dead
 * page, and everything that can come before these: rows in flight (`inFlightRows`), parked rows and their dependencies.
 * Uses bulk reads only. May be called inside a transaction over outbox and blobs.
 */
export async function findSendable(
  work: WorkDatabase,
  now: number,
  inFlightRows: RowsInFlight,
  carries: Carries = ANY_WAY,
): Promise<Sendable> {
  const known = new Map(inFlightRows)
  const learn = (rows: readonly OutboxRow[]) => {
    for (const row of rows) known.set(row.id, row)
  }
  const [left, parked, first] = await Promise.all([
    readLeft(work, inFlightRows),
    work.outbox.where('state').equals('parked').toArray(),
    readWaiting(work, -1, BATCH_MAX),
  ])
  learn(parked)
  learn(await readLanes(work, left))
  const candidates = new Set<string>()
  let fresh = [...left, ...first]
  for (let page = first, size = BATCH_MAX; ; size = STEP) {
    learn(fresh)
    learn(await readNamed(work, fresh, known))
    for (const { id } of fresh) candidates.add(id)
    const rows = [...known.values()].sort((a, b) => a.seq - b.seq)
    const chosen = await choose(
      work,
      rows,
      now,
      inFlightRows,
      (row) => candidates.has(row.id) && carries(row),
    )
    if (chosen.rows.length === BATCH_MAX || page.length < size) return { ...chosen, known: rows }
    page = await readWaiting(work, page.at(-1)?.seq ?? -1, STEP)
    fresh = page
  }
}

const readWaiting = ({ outbox }: WorkDatabase, after: number, size: number) =>
  outbox
    .where('[state+seq]')
    .between(['waiting', after], ['waiting', Dexie.maxKey], false)
    .limit(size)
    .toArray()

// Rows that were in flight when their page died.
async function readLeft({ outbox }: WorkDatabase, inFlightRows: RowsInFlight): Promise<OutboxRow[]> {
  const sending = await outbox.where('state').equals('sending').primaryKeys()
  return readAll(
    { outbox },
    sending.filter((id) => !inFlightRows.has(id)),
  )
}

/** All rows of the aggregates of rows left by a dead page: an earlier one may be far behind the first page of rows. */
async function readLanes({ outbox }: WorkDatabase, left: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const aggregates = [...new Set(left.map(({ aggregate }) => aggregate))]
  if (aggregates.length === 0) return []
  const lanes = await Promise.all(
    aggregates.map((aggregate) => outbox.where('aggregate').equals(aggregate).toArray()),
  )
  return lanes.flat()
}

/** The rows that these depend on or follow, if not known yet. */
async function readNamed(
  work: WorkDatabase,
  rows: readonly OutboxRow[],
  known: ReadonlyMap<string, OutboxRow>,
): Promise<OutboxRow[]> {
  const named = rows.flatMap(({ depends, after = [], base }) => [
    ...depends,
    ...after,
    ...(base && 'follows' in base ? [base.follows] : []),
  ])
  return readAll(
    work,
    [...new Set(named)].filter((id) => !known.has(id)),
  )
}

async function readAll({ outbox }: Pick<WorkDatabase, 'outbox'>, ids: string[]): Promise<OutboxRow[]> {
  if (ids.length === 0) return []
  return (await outbox.bulkGet(ids)).filter((row) => row !== undefined)
}

async function choose(
  work: WorkDatabase,
  rows: readonly OutboxRow[],
  now: number,
  inFlightRows: RowsInFlight,
  carries: Carries,
): Promise<Chosen> {
  const hasFiles = rows.some(({ files = [] }) => files.length > 0)
  const files = new Set(hasFiles ? await waitingFileIds(work) : [])
  return chooseBatch(rows, inFlightRows, now, files, carries)
}
