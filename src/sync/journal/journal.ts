import type { JournalRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** Maximum size of the journal; the oldest rows are dropped. */
export const JOURNAL_BYTES_MAX = 200 * 1_048_576
/** Days to keep, unless the server sets another number. */
export const JOURNAL_DAYS = 7
const DAY_MS = 86_400_000
/** Rows read at a time. */
const STEP = 100

/** The current size of the journal, and how many days it goes back (work.meta). */
export const JOURNAL_BYTES_ID = 'journalBytes'
export const JOURNAL_DAYS_ID = 'journalDays'

/**
 * Stores acknowledged commands as they leave the outbox, for a server that is restored from a backup and lacks them
 * (docs/decisions/265). Drops rows older than any possible backup, and the oldest if there are too many. Call inside
 * the transaction that removes them, over journal and meta.
 */
export async function keepJournal(work: WorkDatabase, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const kept = rows.map((row): JournalRow => ({ ...row, bytes: sizeOf(row) }))
  const [days, bytes, earlier] = await Promise.all([
    work.meta.get(JOURNAL_DAYS_ID),
    work.meta.get(JOURNAL_BYTES_ID),
    work.journal.bulkGet(kept.map(({ id }) => id)),
  ])
  await work.journal.bulkPut(kept)
  const before = (bytes?.value ?? 0) - sumOf(earlier.filter((row) => row !== undefined))
  // By the server's clock: a device whose own clock jumps ahead must not forget anything.
  const newest = Math.max(...kept.map(takenAt))
  const from = newest - (days?.value ?? JOURNAL_DAYS) * DAY_MS
  const left = await prune(work, before + sumOf(kept), from)
  await work.meta.put({ id: JOURNAL_BYTES_ID, value: left })
}

/**
 * Stores for how many days the client's devices keep acknowledged commands; drops older ones at once, counted from the
 * newest that the server accepted.
 */
export async function keepJournalDays(work: WorkDatabase, days: number): Promise<void> {
  if ((await work.meta.get(JOURNAL_DAYS_ID))?.value === days) return
  await work.transaction('rw', work.journal, work.meta, async () => {
    await work.meta.put({ id: JOURNAL_DAYS_ID, value: days })
    const newest = await work.journal.orderBy('seq').last()
    if (!newest) return
    const bytes = (await work.meta.get(JOURNAL_BYTES_ID))?.value ?? 0
    const left = await prune(work, bytes, takenAt(newest) - days * DAY_MS)
    await work.meta.put({ id: JOURNAL_BYTES_ID, value: left })
  })
}

/** Removes rows from the journal. Call inside a transaction over journal and meta. */
export async function takeFromJournal(work: WorkDatabase, rows: readonly JournalRow[]): Promise<void> {
  const bytes = (await work.meta.get(JOURNAL_BYTES_ID))?.value ?? 0
  await work.journal.bulkDelete(rows.map(({ id }) => id))
  await work.meta.put({ id: JOURNAL_BYTES_ID, value: Math.max(0, bytes - sumOf(rows)) })
}

/** Frees space on a full disk: drops the older half of the journal before any work. */
export async function dropOlderHalf(work: WorkDatabase): Promise<void> {
  await work.transaction('rw', work.journal, work.meta, async () => {
    const count = await work.journal.count()
    const older = await work.journal
      .orderBy('seq')
      .limit(Math.ceil(count / 2))
      .toArray()
    await takeFromJournal(work, older)
  })
}

// Oldest first, in click order. Returns the remaining bytes.
async function prune(work: WorkDatabase, bytes: number, from: number): Promise<number> {
  let left = bytes
  for (;;) {
    const oldest = await work.journal.orderBy('seq').limit(STEP).toArray()
    const gone: string[] = []
    for (const row of oldest) {
      if (left <= JOURNAL_BYTES_MAX && takenAt(row) >= from) break
      gone.push(row.id)
      left -= row.bytes
    }
    await work.journal.bulkDelete(gone)
    if (gone.length < STEP) return Math.max(0, left)
  }
}

const sumOf = (rows: readonly JournalRow[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** When the server last accepted it. */
function takenAt({ receipts, acked }: OutboxRow): number {
  const by = Date.parse(receipts?.at(-1)?.at ?? '')
  return Number.isNaN(by) ? (acked?.at ?? 0) : by
}

/** Approximate size of a row's own fields. */
const HEADER_BYTES = 1_000

const sizeOf = ({ sealed, e }: OutboxRow): number => HEADER_BYTES + bytesOf(sealed) + bytesOf(e)

// Sealed content is bytes, or an object that holds some; unsealed content counts by its text.
function bytesOf(value: unknown): number {
  if (value instanceof ArrayBuffer) return value.byteLength
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0)
}
