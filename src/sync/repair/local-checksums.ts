import type { Table } from 'dexie'
import {
  isStudyPart,
  isVisitPart,
  STUDY_PART_TYPES,
  SYNC_TYPES,
  type SyncType,
  VISIT_PART_TYPES,
} from '#contract/calls/sync.ts'
import { NO_RECORDS, type RecordSum, withRecord } from '#domain/sync/checksum.ts'
import { dayOf } from '#domain/sync/day.ts'
import type { CacheDatabase, CopyRow, DatedCopy } from '#src/db/cache-database.ts'
import { LOCAL_SCOPE } from '../pull/copies.ts'
import { TABLE_OF } from '../pull/tables.ts'
import {
  type Bucket,
  type Comparison,
  DATED_TYPES,
  isCompared,
  isDatedType,
  partDay,
  readInPortions,
  reportDay,
} from './copies-by-day.ts'

/** The checksums of this device's copies, by the server's rule. */
export interface LocalChecksums {
  sums: ReadonlyMap<string, Bucket & RecordSum>
  /** Copies without a bucket: their scope is not granted, or their study is missing here. */
  strays: readonly { type: SyncType; id: string }[]
}

/** Returns the key of a bucket in `sums`. */
export const nameOf = ({ type, day }: Bucket): string => `${type} ${day}`

/**
 * Sums up the copies without opening any. Skips LOCAL_SCOPE rows: the feed does not guarantee them. A change during the run
 * makes one sum wrong; the bisection then finds no difference.
 */
export async function computeLocalChecksums(
  cache: CacheDatabase,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<LocalChecksums> {
  const sums = new Map<string, Bucket & RecordSum>()
  const strays: { type: SyncType; id: string }[] = []
  const received = new Map<string, number>()
  const add = (type: SyncType, { id, rev, scope }: CopyRow, day: string | undefined) => {
    if (scope === LOCAL_SCOPE) return
    if (day === undefined || !comparison.granted.has(scope)) {
      strays.push({ type, id })
      return
    }
    const bucket = { type, day }
    if (!isCompared(comparison, bucket)) return
    const name = nameOf(bucket)
    sums.set(name, { ...bucket, ...withRecord(sums.get(name) ?? NO_RECORDS, id, rev) })
  }
  // Studies first: their day is the day of their reports.
  for await (const rows of readInPortions(cache.studies, signal))
    for (const row of rows) {
      received.set(row.id, row.received)
      add('study', row, dayOf(row.received))
    }
  for await (const rows of readInPortions(cache.reports, signal))
    for (const row of rows) add('report', row, reportDay(row, received.get(row.study)))
  for (const type of STUDY_PART_TYPES)
    for await (const rows of readInPortions(cache[TABLE_OF[type]], signal))
      for (const row of rows) add(type, row, partDay(received.get(row.study)))
  const starts = new Map<string, number>()
  for (const type of DATED_TYPES)
    for await (const rows of readInPortions(cache[TABLE_OF[type]] as Table<DatedCopy, string>, signal))
      for (const row of rows) {
        if (type === 'visit') starts.set(row.id, row.at)
        add(type, row, dayOf(row.at))
      }
  for (const type of VISIT_PART_TYPES)
    for await (const rows of readInPortions(cache[TABLE_OF[type]], signal))
      for (const row of rows) add(type, row, partDay(starts.get(row.visit)))
  for (const type of SYNC_TYPES) {
    if (type === 'study' || type === 'report' || isStudyPart(type)) continue
    if (isDatedType(type) || isVisitPart(type)) continue
    for await (const rows of readInPortions(cache[TABLE_OF[type]], signal))
      for (const row of rows) add(type, row, '')
  }
  return { sums, strays }
}
