import { sql } from 'kysely'
import { SKIPS_MAX, type SkipCount, type SkippedStudies, type SkippedStudy } from '#contract/calls/flow.ts'
import type { SkipReason } from '#domain/study/lists/skip-reasons.ts'
import { isInRange } from '../sales/public/figure-scope.ts'
import type { Figures } from '../sales/public/figures.ts'
import { type FlowNarrowing, flowStudies } from './public/studies.ts'

interface Whose {
  doctor_id?: string | undefined
  reason?: SkipReason | undefined
}

type Row = Omit<SkippedStudy, 'skipped_on'> & { skipped_on: Date }

/** Returns the studies that readers skipped in the range, by days of each branch, newest first (docs/decisions/347). */
export async function readSkips(
  figures: Figures,
  filter: FlowNarrowing,
  { doctor_id, reason }: Whose,
): Promise<SkippedStudies> {
  const { tx, caller, scope } = figures
  const { clientId } = caller
  const studies = (await flowStudies(figures, filter)).select([
    's.id',
    's.branch_id',
    's.accession_no',
    's.modality',
    's.study_desc',
    's.status',
  ])
  const at = { at: sql.ref<Date>('k.skipped_on'), branch: sql.ref<string>('s.branch_id') }
  const skips = sql`study_skip k join ${studies} s on s.id = k.study_id
    left join app_user u on u.client_id = ${clientId} and u.id = k.user_id
    where k.client_id = ${clientId} and ${isInRange(scope, at)}`
  const counts = await sql<SkipCount>`
    select k.user_id as doctor_id, coalesce(u.name, '') as doctor, k.reason, count(*)::int as skips
    from ${skips} group by 1, 2, 3 order by 4 desc, lower(coalesce(u.name, '')), 1, 3`.execute(tx)
  const { rows } = await sql<Row>`
    select k.id, k.study_id, s.accession_no, s.modality, s.study_desc, s.status, s.branch_id,
      coalesce((select b.name from branch b where b.client_id = ${clientId} and b.id = s.branch_id), '') as branch,
      k.user_id as doctor_id, coalesce(u.name, '') as doctor, k.reason, k.skipped_on
    from ${skips} ${doctor_id === undefined ? sql`` : sql`and k.user_id = ${doctor_id}`}
      ${reason === undefined ? sql`` : sql`and k.reason = ${reason}`}
    order by k.skipped_on desc, k.id desc limit ${SKIPS_MAX}`.execute(tx)
  const wanted = counts.rows.filter(
    (one) =>
      (doctor_id === undefined || one.doctor_id === doctor_id) &&
      (reason === undefined || one.reason === reason),
  )
  return {
    total: wanted.reduce((sum, one) => sum + one.skips, 0),
    skips: rows.map((row) => ({ ...row, skipped_on: row.skipped_on.toISOString() })),
    counts: counts.rows,
  }
}
