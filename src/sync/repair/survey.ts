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
import { TABLE_OF } from '../pull/seal-page.ts'
import {
  type Bucket,
  type Comparison,
  DATED_TYPES,
  isCompared,
  isDatedType,
  partDay,
  readInPortions,
  reportDay,
} from './held.ts'

/** What this device holds, as the server sums it. */
export interface Survey {
  sums: ReadonlyMap<string, Bucket & RecordSum>
  /** Copies that stand in no bucket although they should: of a scope that is not granted, or of a study that is not here. */
  strays: readonly { type: SyncType; id: string }[]
}

/** One name for a type and day. */
export const nameOf = ({ type, day }: Bucket): string => `${type} ${day}`

/**
 * Sums up the copies without opening any. Those that came by an answer alone (LOCAL_SCOPE) are nobody's promise and
 * left out. A change that comes meanwhile makes a sum wrong for once, which the bisection finds to be nothing.
 */
export async function survey(
  cache: CacheDatabase,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<Survey> {
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
  // Studies first: they say which day their reports are of.
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
