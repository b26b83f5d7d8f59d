import { type RawBuilder, sql } from 'kysely'
import type { AgesOfDoctor, AgesOfModality } from '#contract/calls/flow.ts'
import type { DueFilter } from '#domain/study/lists/due.ts'
import type { Figures } from '../sales/public/figures.ts'
import { DUE_CONDITIONS, isPending } from '../studies/public/list-filter.ts'
import { type FlowNarrowing, flowStudies } from './public/studies.ts'

const AGES = ['InTarget', 'UpToTwice', 'OverTwice', 'NoTarget'] as const satisfies readonly DueFilter[]
type Ages = Record<(typeof AGES)[number], number>

/** Returns unsigned studies by remaining time: all, by doctor, and by modality. */
export async function readAges(figures: Figures, filter: FlowNarrowing) {
  const studies = (await flowStudies(figures, filter)).where(isPending)
  const pending = studies.select([
    's.received_datetime',
    's.tat',
    's.assigned_doctor_id',
    's.signed_by_doctor_id',
    's.modality',
  ])
  const { tx, caller } = figures
  const counts = sql.join(AGES.map((age) => countOf(age, figures.now)))
  const doctors = await sql<AgesOfDoctor>`
    select g.*, coalesce(u.name, '') as name from (
      select coalesce(s.assigned_doctor_id, s.signed_by_doctor_id) as doctor_id,
        case when s.assigned_doctor_id is not null then 'Assigned'
          when s.signed_by_doctor_id is not null then 'Signing' else 'Unassigned' end as "as", ${counts}
      from ${pending} s group by 1, 2) g
    left join app_user u on u.client_id = ${caller.clientId} and u.id = g.doctor_id
    order by "OverTwice" desc, "UpToTwice" desc, lower(u.name), g.doctor_id, "as"`.execute(tx)
  const modalities = await sql<AgesOfModality>`
    select m.modality, ${counts} from ${pending} s
    cross join lateral unnest(string_to_array(coalesce(nullif(s.modality, ''), '-'), ',')) m (modality)
    group by 1 order by "OverTwice" desc, "UpToTwice" desc, 1`.execute(tx)
  return { all: sumOf(doctors.rows), doctors: doctors.rows, modalities: modalities.rows }
}

const countOf = (age: DueFilter, now: Date): RawBuilder<unknown> =>
  sql`count(*) filter (where ${sql.join([...DUE_CONDITIONS[age](now)], sql` and `)})::int as ${sql.ref(age)}`

function sumOf(rows: readonly Ages[]): Ages {
  const sum = (age: keyof Ages) => rows.reduce((all, row) => all + row[age], 0)
  return {
    InTarget: sum('InTarget'),
    UpToTwice: sum('UpToTwice'),
    OverTwice: sum('OverTwice'),
    NoTarget: sum('NoTarget'),
  }
}
