import { type Selectable, sql } from 'kysely'
import type { GapKind } from '#domain/study/dicom/compare-source.ts'
import type { SourceChange } from '#domain/study/dicom/source-change.ts'
import type { DayText } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PacsCheck } from '#server/kernel/database/schema.ts'
import type { StoredStudy } from '../pacs/public/store.ts'

/** The image server of a comparison. */
export interface CheckedPacs {
  clientId: string
  pacsId: string
}

export type CheckRow = Selectable<PacsCheck>

/** How long a run of this process holds its image server without renewal. */
const LEASE = sql<Date>`clock_timestamp() + interval '5 minutes'`

/**
 * Acquires the comparison of an image server for this runner. Returns undefined while another one holds it, or if
 * none is due: the last one started after `before`, nothing of it is left, and nobody has requested one since.
 */
export async function claimCheck(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  runner: string,
  before: Date,
): Promise<CheckRow | undefined> {
  await tx
    .insertInto('pacs_check')
    .values({ client_id: clientId, pacs_id: pacsId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<CheckRow>`
    update pacs_check set runner = ${runner}, lease_until = ${LEASE}, state = 'running'
    where client_id = ${clientId} and pacs_id = ${pacsId}
      and (lease_until is null or lease_until < clock_timestamp())
      and (started_on is null or started_on < ${before} or cardinality(todo) > 0 or asked_on > started_on)
    returning *, todo::text[] as todo`.execute(tx)
  return rows[0]
}

/** Stores the progress of a run and renews its lease; returns false if another runner has taken it over. */
export async function updateRun(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  runner: string,
  change: Partial<
    Pick<CheckRow, 'state' | 'words' | 'notes' | 'started_on' | 'ended_on' | 'is_confirmed'>
  > & {
    todo?: readonly DayText[]
    /** Releases the lease. */
    isOver?: boolean
  },
): Promise<boolean> {
  const { todo, isOver = false, ...columns } = change
  const { numUpdatedRows } = await tx
    .updateTable('pacs_check')
    .set({
      ...columns,
      ...(todo && { todo: sql`${[...todo]}::date[]` }),
      lease_until: isOver ? null : LEASE,
      ...(isOver && { runner: null }),
    })
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('runner', '=', runner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects the days with differences, and those of studies that arrived since, by the day in their headers. */
export async function selectFurtherDays(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  since: Date,
): Promise<DayText[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from pacs_check_gap
    where client_id = ${clientId} and pacs_id = ${pacsId} and closed_on is null
    union
    select translate(dicom_header #>> '{00080020,Value,0}', '.', '') from study
    where client_id = ${clientId} and pacs_id = ${pacsId} and split_from_id is null and received_datetime >= ${since}
      and dicom_header #>> '{00080020,Value,0}' is not null`.execute(tx)
  return rows.map(({ day }) => day)
}

/** The columns of a study that a comparison needs. */
export type KnownStudy = Pick<
  StoredStudy,
  'id' | 'study_iuid' | 'pacs_id' | 'src_aet' | 'hidden' | 'missing_at_source_since' | 'dicom_header'
>

const KNOWN = [
  'id',
  'study_iuid',
  'pacs_id',
  'src_aet',
  'hidden',
  'missing_at_source_since',
  'dicom_header',
] as const

/** Selects the studies with these UIDs, including deleted ones; for split studies, the original row. */
export async function selectKnown(
  tx: Tx,
  clientId: string,
  uids: readonly string[],
): Promise<Map<string, KnownStudy>> {
  const rows = await tx
    .selectFrom('study')
    .select([...KNOWN])
    .where('client_id', '=', clientId)
    .where('study_iuid', '=', sql<string>`any(${[...uids]})`)
    .where('split_from_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.study_iuid, row]))
}

/** Selects the image server's studies that are not deleted here, by the day in their headers. */
export async function selectOfDay(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  day: DayText,
): Promise<Pick<KnownStudy, 'id' | 'study_iuid' | 'src_aet'>[]> {
  // The DA formats of today and of before 1993.
  const spellings = [day.replaceAll('-', ''), day.replaceAll('-', '.')]
  return tx
    .selectFrom('study')
    .select(['id', 'study_iuid', 'src_aet'])
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('split_from_id', 'is', null)
    .where('hidden', 'is', null)
    .where(sql<boolean>`dicom_header #>> '{00080020,Value,0}' = any(${spellings})`)
    .execute()
}

/** Selects the image server's studies that it has changed, with the stored notes on that. */
export async function selectChanged(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
): Promise<Map<string, SourceChange>> {
  const rows = await tx
    .selectFrom('study')
    .select(['study_iuid', 'source_changed'])
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('source_changed', 'is not', null)
    .where('hidden', 'is', null)
    .where('split_from_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.study_iuid, row.source_changed as SourceChange]))
}

/** A study that differs between both sides. */
export interface FoundGap {
  uid: string
  kind: GapKind
  aet: string
  studyId: string | null
  isFetched: boolean
}

const PORTION = 500

/** Stores the differences of a day: existing ones stay, and those that were fetched are closed. */
export async function keepGaps(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  day: DayText,
  gaps: readonly FoundGap[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < gaps.length; at += PORTION)
    await tx
      .insertInto('pacs_check_gap')
      .values(
        gaps.slice(at, at + PORTION).map(({ uid, kind, aet, studyId, isFetched }) => ({
          client_id: clientId,
          pacs_id: pacsId,
          study_iuid: uid,
          kind,
          day,
          aet,
          study_id: studyId,
          found_on: now,
          seen_on: now,
          fetched_on: isFetched ? now : null,
          closed_on: isFetched ? now : null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'pacs_id', 'study_iuid', 'kind']).doUpdateSet({
          day: sql`excluded.day`,
          aet: sql`excluded.aet`,
          study_id: sql`excluded.study_id`,
          seen_on: sql`excluded.seen_on`,
          fetched_on: sql`excluded.fetched_on`,
          closed_on: sql`excluded.closed_on`,
          found_on: sql`case when pacs_check_gap.closed_on is null then pacs_check_gap.found_on else excluded.found_on end`,
        }),
      )
      .execute()
}

/** Closes differences of a day that no longer exist. */
export async function closeOtherGaps(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  day: DayText,
  gaps: readonly FoundGap[],
  now: Date,
): Promise<void> {
  const keys = gaps.map(({ uid, kind }) => `${uid} ${kind}`)
  await tx
    .updateTable('pacs_check_gap')
    .set({ closed_on: now })
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('day', '=', day)
    .where('closed_on', 'is', null)
    .where(sql<boolean>`study_iuid || ' ' || kind <> all(${keys}::text[])`)
    .execute()
}
