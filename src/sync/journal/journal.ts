import type { JournalRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** What the journal takes at most; the oldest give way. */
export const JOURNAL_BYTES_MAX = 200 * 1_048_576
/** Kept so many days where the server has not said otherwise. */
export const JOURNAL_DAYS = 7
const DAY_MS = 86_400_000
/** Rows looked at in one go. */
const STEP = 100

/** What the journal takes now, and how many days it goes back (work.meta). */
export const JOURNAL_BYTES_ID = 'journalBytes'
export const JOURNAL_DAYS_ID = 'journalDays'

/**
 * Keeps acknowledged commands as they leave the outbox, for a server that is restored from a backup and lacks them
 * (docs/decisions/265). What is older than a backup may be gives way, and the oldest where there is too much. Call inside
 * the transaction that takes them out, over journal and meta.
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
  // By the server's clock: a device whose own clock jumps ahead must not forget anything for that.
  const newest = Math.max(...kept.map(takenAt))
  const from = newest - (days?.value ?? JOURNAL_DAYS) * DAY_MS
  const left = await prune(work, before + sumOf(kept), from)
  await work.meta.put({ id: JOURNAL_BYTES_ID, value: left })
}

/**
 * Keeps for how many days the client wants its devices to hold what was acknowledged; what is older gives way at once,
 * counted from the newest that the server took.
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

/** Takes rows out of the journal. Call inside a transaction over journal and meta. */
export async function takeFromJournal(work: WorkDatabase, rows: readonly JournalRow[]): Promise<void> {
  const bytes = (await work.meta.get(JOURNAL_BYTES_ID))?.value ?? 0
  await work.journal.bulkDelete(rows.map(({ id }) => id))
  await work.meta.put({ id: JOURNAL_BYTES_ID, value: Math.max(0, bytes - sumOf(rows)) })
}

/** The disk is full: the older half of the journal gives way before any work does. */
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

// Oldest first, by the order of the clicks. Returns what is left in bytes.
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

/** When the server last took it. */
function takenAt({ receipts, acked }: OutboxRow): number {
  const by = Date.parse(receipts?.at(-1)?.at ?? '')
  return Number.isNaN(by) ? (acked?.at ?? 0) : by
}

/** A row's own fields take about so much. */
const HEADER_BYTES = 1_000

const sizeOf = ({ sealed, e }: OutboxRow): number => HEADER_BYTES + bytesOf(sealed) + bytesOf(e)

// Sealed content is bytes, or an object that holds some; what is not sealed counts by its text.
function bytesOf(value: unknown): number {
  if (value instanceof ArrayBuffer) return value.byteLength
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0)
}
