import { type RawBuilder, sql } from 'kysely'
import type { FlowFilter } from '../flow/public/studies.ts'
import { flowStudies } from '../flow/public/studies.ts'
import type { Figures } from '../sales/public/figures.ts'

/** Studies signed in the range, for one group. */
export interface SignedGroup {
  label: string
  studies: number
  /** Studies with an agreed time, and the number of them signed within it. */
  with_target: number
  in_target: number
  /** Median and 80th percentile of the minutes from the arrival of the images to the signature. */
  p50: number
  p80: number
  /** Studies that have an addendum by now. */
  amended: number
}

type Row = Omit<SignedGroup, 'p50' | 'p80'> & { waits: [number, number] }

/** Groups by modality; a study of several modalities counts in each of them. */
export const selectByModality = (figures: Figures, filter: FlowFilter) =>
  selectSigned(figures, filter, {
    key: sql`m.modality`,
    join: sql`cross join lateral unnest(string_to_array(coalesce(nullif(s.modality, ''), '-'), ',')) m (modality)`,
  })

/** Groups by month of the signature in the reader's time zone, earliest first; omits months without any. */
export const selectByMonth = (figures: Figures, filter: FlowFilter) =>
  selectSigned(figures, filter, {
    key: sql`to_char(s.signed_on at time zone ${figures.caller.timeZone}, 'YYYY-MM')`,
    join: sql``,
  })

async function selectSigned(
  figures: Figures,
  filter: FlowFilter,
  by: { key: RawBuilder<unknown>; join: RawBuilder<unknown> },
): Promise<SignedGroup[]> {
  const { tx, caller } = figures
  const studies = (await flowStudies(figures, { ...filter, date_col: 'signed_on' })).select([
    's.id',
    's.modality',
    's.tat',
    's.received_datetime',
    's.signed_on',
  ])
  const { rows } = await sql<Row>`
    select ${by.key} as label, count(*)::int as studies, count(*) filter (where s.tat > 0)::int as with_target,
      count(*) filter (where s.tat > 0 and floor(w.minutes) <= s.tat)::int as in_target,
      percentile_cont(array[0.5, 0.8]) within group (order by w.minutes) as waits,
      count(*) filter (where exists (select from report_addendum a
        where a.client_id = ${caller.clientId} and a.study_id = s.id))::int as amended
    from ${studies} s ${by.join}
    cross join lateral (select greatest(0, extract(epoch from s.signed_on - s.received_datetime) / 60)::float8
      as minutes) w
    group by 1 order by 1`.execute(tx)
  return rows.map(({ waits: [p50, p80], ...row }) => ({ ...row, p50, p80 }))
}
