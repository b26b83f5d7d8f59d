import { Dexie } from 'dexie'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { waitingFileIds } from '../files/send-files.ts'
import { ANY_WAY, BATCH_MAX, type Carries, type Chosen, chooseBatch, type InFlight } from './choose-batch.ts'

/** Where the first rows yield no whole batch, so many more are looked at. */
const STEP = 200

/** What may be sent, with all rows that had to be known for that, in the order of the clicks. */
export interface Sendable extends Chosen {
  known: OutboxRow[]
}

/**
 * Finds a batch that may be sent at `now`, without reading all that waits: the first waiting rows and what a dead page
 * left, each with all of its aggregate and with what it depends on. `inFlight` are the commands on their way. May be
 * called inside a transaction over outbox and blobs.
 */
export async function findSendable(
  work: WorkDatabase,
  now: number,
  inFlight: InFlight,
  carries: Carries = ANY_WAY,
): Promise<Sendable> {
  const left = await readLeft(work, inFlight)
  const known = new Map<string, OutboxRow>()
  const candidates = new Set<string>()
  let last = -1
  for (let size = BATCH_MAX; ; size = STEP) {
    const page = await readWaiting(work, last, size)
    const fresh = last < 0 ? [...left, ...page] : page
    for (const row of [...fresh, ...(await readAround(work, fresh))]) known.set(row.id, row)
    for (const { id } of fresh) candidates.add(id)
    const rows = [...known.values()].sort((a, b) => a.seq - b.seq)
    const chosen = await choose(work, rows, now, inFlight, (row) => candidates.has(row.id) && carries(row))
    if (chosen.rows.length === BATCH_MAX || page.length < size) return { ...chosen, known: rows }
    last = page.at(-1)?.seq ?? last
  }
}

const readWaiting = ({ outbox }: WorkDatabase, after: number, size: number) =>
  outbox
    .where('[state+seq]')
    .between(['waiting', after], ['waiting', Dexie.maxKey], false)
    .limit(size)
    .toArray()

// A page died while these were on their way.
async function readLeft({ outbox }: WorkDatabase, inFlight: InFlight): Promise<OutboxRow[]> {
  const sending = await outbox.where('state').equals('sending').primaryKeys()
  return readAll(
    { outbox },
    sending.filter((id) => !inFlight.has(id)),
  )
}

/** The rest of what decides about these rows: the other rows of their aggregates, and what they depend on. */
async function readAround(work: WorkDatabase, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const aggregates = [...new Set(rows.map(({ aggregate }) => aggregate))]
  const lanes = await Promise.all(
    aggregates.map((aggregate) => work.outbox.where('aggregate').equals(aggregate).primaryKeys()),
  )
  const ids = new Set([...lanes.flat(), ...rows.flatMap(({ depends }) => depends)])
  for (const { id } of rows) ids.delete(id)
  return readAll(work, [...ids])
}

async function readAll({ outbox }: Pick<WorkDatabase, 'outbox'>, ids: string[]): Promise<OutboxRow[]> {
  if (ids.length === 0) return []
  return (await outbox.bulkGet(ids)).filter((row) => row !== undefined)
}

async function choose(
  work: WorkDatabase,
  rows: readonly OutboxRow[],
  now: number,
  inFlight: InFlight,
  carries: Carries,
): Promise<Chosen> {
  const hasFiles = rows.some(({ files = [] }) => files.length > 0)
  const files = new Set(hasFiles ? await waitingFileIds(work) : [])
  return chooseBatch(rows, inFlight, now, files, carries)
}
