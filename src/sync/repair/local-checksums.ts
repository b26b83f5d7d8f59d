import type { ClearFields } from '#contract/records/record.ts'
import {
  DATED_RECORDS,
  KEPT_WHOLE,
  STUDY_PARTS,
  type SyncType,
  VISIT_PARTS,
} from '#contract/records/records.ts'
import { NO_RECORDS, type RecordSum, withRecord } from '#domain/sync/checksum.ts'
import { dayOf } from '#domain/sync/day.ts'
import type { CacheDatabase, CopyRow } from '#src/db/cache-database.ts'
import { LOCAL_SCOPE } from '../pull/copies.ts'
import {
  type Bucket,
  type Comparison,
  isCompared,
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
  // The clear fields of a table are those that its declaration names.
  const tableIn = (name: string) => cache.table<CopyRow & ClearFields, string>(name)
  const sums = new Map<string, Bucket & RecordSum>()
  const strays: { type: SyncType; id: string }[] = []
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
  // Studies and visits first: their day is the day of their parts.
  const times = { study: new Map<string, number>(), visit: new Map<string, number>() }
  for (const { type, copies, time } of DATED_RECORDS)
    for await (const rows of readInPortions(tableIn(copies.table), signal))
      for (const row of rows) {
        const at = Number(row[time])
        if (type === 'study' || type === 'visit') times[type].set(row.id, at)
        add(type, row, dayOf(at))
      }
  for await (const rows of readInPortions(cache.reports, signal))
    for (const row of rows) add('report', row, reportDay(row, times.study.get(row.study)))
  for (const { type, parent, copies } of [...STUDY_PARTS, ...VISIT_PARTS])
    for await (const rows of readInPortions(tableIn(copies.table), signal))
      for (const row of rows) add(type, row, partDay(times[parent].get(String(row[parent]))))
  for (const { type, copies } of KEPT_WHOLE)
    for await (const rows of readInPortions(tableIn(copies.table), signal))
      for (const row of rows) add(type, row, '')
  return { sums, strays }
}
