import type { SyncType } from '#contract/records/records.ts'
import type { Tables } from './tables.ts'
import type { OverlayRow, WorkDatabase } from './work-database.ts'

/** One change of a record that the server may not have yet. */
export interface WaitingChange {
  /** The revision that the server made of it; undefined until it answered. */
  ackedRev: number | undefined
  body: Record<string, unknown>
}

/** The waiting changes, by record, in the order they were made. */
export type WaitingChanges = ReadonlyMap<string, readonly WaitingChange[]>

/**
 * A record as shown: the copy with its waiting changes applied. A change is finished as soon as the copy has the
 * revision that the server made of it (docs/sync.md#on-the-device). Until then the record is shown with that revision
 * if it is the copy's next one, so that the next change is based on what is shown. If another change lies between, the
 * record keeps the copy's revision, so that the server still detects the conflict.
 */
export function withWaiting<Row extends { rev: number }>(
  copy: Row,
  waiting: readonly WaitingChange[] = [],
): Row {
  const live = waiting.filter((change) => isAheadOf(copy.rev, change))
  return live.reduce((row, { ackedRev, body }) => {
    const rev = ackedRev === row.rev + 1 ? ackedRev : row.rev
    return { ...row, ...body, rev }
  }, copy)
}

/** True while the copy at `rev` does not hold the change yet. */
export function isAheadOf(rev: number, { ackedRev }: WaitingChange): boolean {
  return ackedRev === undefined || rev < ackedRev
}

/**
 * Reads the rows of the waiting changes of `type`, only of the records in `ids` if given. Leaves out parked commands: a
 * refused change is not shown as if it were done.
 */
export async function readWaiting(
  work: WorkDatabase,
  type: SyncType,
  ids?: readonly string[],
): Promise<OverlayRow[]> {
  // One transaction, because creating one per query costs more than the query.
  return work.transaction('r?', work.overlay, work.outbox, async () => {
    const rows = await (ids === undefined
      ? work.overlay.where('type').equals(type).toArray()
      : ofRecords(work, type, ids))
    // Usually nothing waits, and then nothing can be parked.
    if (rows.length === 0) return rows
    const refused = new Set(await work.outbox.where('state').equals('parked').primaryKeys())
    return rows.filter((row) => !refused.has(row.command)).sort((a, b) => a.seq - b.seq)
  })
}

/** As readWaiting, for one record, including refused changes: the record as its author typed it. */
export async function readTyped(work: WorkDatabase, type: SyncType, id: string): Promise<OverlayRow[]> {
  const rows = await ofRecords(work, type, [id])
  return rows.sort((a, b) => a.seq - b.seq)
}

/** Up to this many records are queried one by one, in parallel: a cursor would go from one to the next. */
const AT_ONCE_MAX = 20

async function ofRecords(
  { overlay }: WorkDatabase,
  type: SyncType,
  ids: readonly string[],
): Promise<OverlayRow[]> {
  const begin = commonBeginning(ids)
  if (ids.length > 1 && begin.length >= FAMILY_LENGTH) {
    const wanted = new Set(ids)
    const near = overlay.where('[type+record]').between([type, begin], [type, `${begin}\uffff`])
    return (await near.toArray()).filter(({ record }) => wanted.has(record))
  }
  const keys = ids.map((id) => [type, id])
  if (keys.length > AT_ONCE_MAX) return overlay.where('[type+record]').anyOf(keys).toArray()
  const rows = await Promise.all(keys.map((key) => overlay.where('[type+record]').equals(key).toArray()))
  return rows.flat()
}

/** Ids derived from one (domain/report/report-id.ts) differ only in their last group: neighbours in the index. */
const FAMILY_LENGTH = '00000000-0000-0000-0000-'.length

function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length
  while (others.some((id) => !id.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}

/** Opens the rows from readWaiting. */
export async function openWaiting(
  { overlay }: Pick<Tables, 'overlay'>,
  rows: readonly OverlayRow[],
): Promise<WaitingChanges> {
  const byRecord = new Map<string, WaitingChange[]>()
  for (const { record, ackedRev, body } of await overlay.openAll(rows)) {
    const known = byRecord.get(record)
    if (known) known.push({ ackedRev, body })
    else byRecord.set(record, [{ ackedRev, body }])
  }
  return byRecord
}
