import type { Collection, Table } from 'dexie'
import {
  DATED_RECORDS,
  type DatedType,
  isDatedType,
  isStudyPart,
  isVisitPart,
  recordOf,
  STUDY_PARTS,
  type StudyPartType,
  type SyncType,
  VISIT_PARTS,
  type VisitPartType,
} from '#contract/records/records.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { dayOf } from '#domain/sync/day.ts'
import type { CacheDatabase, CopyRow, DatedCopy, ReportCopy } from '#src/db/cache-database.ts'
import type { CacheState } from '../pull/cache-state.ts'

const DAY_MS = 86_400_000
/** Rows read at a time: on a slow machine, more would make a scrolling list stutter. */
const PORTION = 100

/** One type and day, as the server compares them. `day` is empty if records have none. */
export interface Bucket {
  type: SyncType
  day: string
}

/** Which copies are compared: those of the granted scopes, on the days that this device has completely. */
export interface Comparison {
  granted: ReadonlySet<string>
  /** Start in milliseconds, by type; earlier days are not compared. A type without an entry has no days. */
  from: Partial<Record<SyncType, number>>
}

/** The comparison that the copies allow. Skips days evicted on a full disk: the device lacks them on purpose. */
export function comparisonOf({ granted, windows, keptFrom = 0 }: CacheState): Comparison {
  const bound = (type: SyncType) => Date.parse(windows[type]?.from ?? '') || 0
  // A full disk evicts studies with their parts, and no other dated records.
  const from = (type: SyncType) => Math.max(bound(type), keptFrom)
  // Parts of a study or visit belong to its day.
  const parts = Object.fromEntries([
    ...STUDY_PARTS.map(({ type }) => [type, from('study')] as const),
    ...VISIT_PARTS.map(({ type }) => [type, bound('visit')] as const),
    ...DATED_RECORDS.map(({ type }) => [type, bound(type)] as const),
  ])
  return { granted: new Set(granted), from: { ...parts, study: from('study'), report: from('report') } }
}

/** Whether a bucket can be compared on this device. */
export const isCompared = ({ from }: Comparison, { type, day }: Bucket): boolean =>
  day === '' || startOf(day) >= (from[type] ?? 0)

/** Reads all copies of a type by primary key, a portion at a time; ends early if `signal` aborts. */
export async function* readInPortions<Row extends CopyRow>(
  table: Table<Row, string>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let last = ''; !signal.aborted; ) {
    const rows = await table.where(':id').above(last).limit(PORTION).toArray()
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? ''
    if (rows.length < PORTION) return
  }
}

/** The day under which a report is compared: its study's if signed, none otherwise. */
export function reportDay({ status }: ReportCopy, received: number | undefined): string | undefined {
  if (!isSigned(status)) return ''
  return received === undefined ? undefined : dayOf(received)
}

/** The day under which a part of a study is compared; undefined if the study is not here. */
export const partDay = (received: number | undefined): string | undefined =>
  received === undefined ? undefined : dayOf(received)

/** Revisions of the copies in a bucket, by id. */
export async function copiesIn(
  cache: CacheDatabase,
  { granted }: Comparison,
  { type, day }: Bucket,
): Promise<Map<string, number>> {
  const rows = (await rowsIn(cache, type, day)).filter(({ scope }) => granted.has(scope))
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}

async function rowsIn(cache: CacheDatabase, type: SyncType, day: string): Promise<CopyRow[]> {
  if (type === 'study') return day === '' ? [] : studiesOf(cache, day).toArray()
  if (isStudyPart(type)) return day === '' ? [] : partsOf(cache, type, day)
  if (isDatedType(type)) return day === '' ? [] : datedOf(cache, type, day).toArray()
  if (isVisitPart(type)) return day === '' ? [] : visitPartsOf(cache, type, day)
  if (type !== 'report') return day === '' ? cache[recordOf(type).copies.table].toArray() : []
  if (day === '') return unsignedReports(cache)
  const studies = await studiesOf(cache, day).primaryKeys()
  return cache.reports
    .where('study')
    .anyOf(studies)
    .filter(({ status }) => isSigned(status))
    .toArray()
}

async function partsOf(cache: CacheDatabase, type: StudyPartType, day: string): Promise<CopyRow[]> {
  const studies = await studiesOf(cache, day).primaryKeys()
  return cache[recordOf(type).copies.table].where('study').anyOf(studies).toArray()
}

function datedOf(cache: CacheDatabase, type: DatedType, day: string): Collection<DatedCopy, string> {
  const start = startOf(day)
  const table = cache[recordOf(type).copies.table] as unknown as Table<DatedCopy, string>
  return table.where('at').between(start, start + DAY_MS, true, false)
}

async function visitPartsOf(cache: CacheDatabase, type: VisitPartType, day: string): Promise<CopyRow[]> {
  const visits = await datedOf(cache, 'visit', day).primaryKeys()
  return cache[recordOf(type).copies.table].where('visit').anyOf(visits).toArray()
}

function studiesOf(
  cache: CacheDatabase,
  day: string,
): Collection<CacheDatabase['studies'] extends Table<infer R> ? R : never, string> {
  const start = startOf(day)
  return cache.studies.where('received').between(start, start + DAY_MS, true, false)
}

async function unsignedReports(cache: CacheDatabase): Promise<ReportCopy[]> {
  const found: ReportCopy[] = []
  for await (const rows of readInPortions(cache.reports, NEVER))
    found.push(...rows.filter(({ status }) => !isSigned(status)))
  return found
}

const NEVER = new AbortController().signal
const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`)
