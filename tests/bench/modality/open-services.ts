import type { ClientBase } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'

/** The AE title that machines call. */
export const CALLED = 'BENCH'
/** A machine with nearly the largest number of services in one response today, and one with a usual day. */
export const FULL = { aet: 'BENCH_FULL', today: 450 }
export const USUAL = { aet: 'BENCH_USUAL', today: 40 }
/** The number of machines and branches, including those two machines. */
const BRANCHES = 10
const MACHINES = 200
/** Services lie within this many days before and after today. */
const DAYS = 7

/** A description of the services for docs/benchmarks.md. */
export const SHAPE = `${MACHINES} machines at ${BRANCHES} branches; ${FULL.today} services today are of one machine, ${USUAL.today} of another at the same
branch, and of the others half are today and half on the ${DAYS} days before and after, a machine as many as the next`

/** Numbers of one service of the usual machine, for queries. */
export interface Sought {
  accession: string
  patId: string
}

/**
 * Inserts so many services that wait for their scan into the first demo centre, each with a visit, a patient
 * and a slot at a machine.
 */
export async function makeOpenServices(admin: ClientBase, services: number): Promise<Sought> {
  const clientId = SANJEEVANI.id
  await admin.query(
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [clientId, CALLED],
  )
  await admin.query(
    `insert into branch (client_id, id, name, time_zone)
     select $1, gen_random_uuid(), 'Bench ' || n, 'Asia/Kolkata' from generate_series(1, $2::int) n`,
    [clientId, BRANCHES],
  )
  await admin.query(
    `insert into machine (client_id, id, branch_id, department_id, name, modality, aet)
     select $1, gen_random_uuid(), b.id, (select department_id from machine where client_id = $1 limit 1), 'Bench ' || n,
       case when n <= 2 then 'CT' else (array['CT', 'MR', 'US', 'CR', 'DX', 'MG'])[1 + n % 6] end,
       case n when 1 then $3 when 2 then $4 else 'BENCH_' || n end
     from generate_series(1, $2::int) n
     join branch b on b.client_id = $1 and b.name = 'Bench ' || case when n <= 2 then 1 else 1 + n % $5 end`,
    [clientId, MACHINES, FULL.aet, USUAL.aet, BRANCHES],
  )
  // A slot at a machine holds one patient: each gets a separate minute of the day.
  await admin.query(
    `create temp table made as
     with placed as (
       select n,
         case when n <= $2 then $4 when n <= $2 + $3 then $5 else 'BENCH_' || 3 + n % ($6 - 2) end as aet,
         case when n <= $2 + $3 or n / ($6 - 2) % 2 = 0 then 0
           else (1 + n / ($6 - 2) / 2 % $7) * case when n / ($6 - 2) / 2 / $7 % 2 = 0 then 1 else -1 end end as away
       from generate_series(1, $1::int) n)
     select n, aet, gen_random_uuid() as patient, gen_random_uuid() as visit, gen_random_uuid() as slot,
       (date_trunc('day', now() at time zone 'Asia/Kolkata') + interval '1 day' * away
         + interval '1 minute' * row_number() over (partition by aet, away order by n)) at time zone 'Asia/Kolkata' as at
     from placed`,
    [services, FULL.today, USUAL.today, FULL.aet, USUAL.aet, MACHINES, DAYS],
  )
  await admin.query(
    `insert into patient (client_id, id, pat_id, fname, lname, dob, gender)
     select $1, patient, 'BEN' || n, 'Asha ' || n, 'Sharma', '1980-03-04', 'Female' from made`,
    [clientId],
  )
  await admin.query(
    `insert into visit (client_id, id, visit_no, branch_id, patient_id, start_dt, status)
     select $1, d.visit, 'BV' || d.n, m.branch_id, d.patient, d.at, 5 from made d join machine m on m.client_id = $1 and m.aet = d.aet`,
    [clientId],
  )
  await admin.query(
    `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt)
     select $1, d.slot, d.visit, m.department_id, m.id, d.at, d.at + interval '1 minute'
     from made d join machine m on m.client_id = $1 and m.aet = d.aet`,
    [clientId],
  )
  await admin.query(
    `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
     select $1, gen_random_uuid(), d.visit, 'Examination with contrast', m.modality, 'BA' || d.n, 5, d.at, d.slot
     from made d join machine m on m.client_id = $1 and m.aet = d.aet`,
    [clientId],
  )
  await admin.query('vacuum analyze')
  const { rows } = await admin.query<{ n: number }>('select n from made where aet = $1 order by n limit 1', [
    USUAL.aet,
  ])
  const n = rows[0]?.n ?? 0
  return { accession: `BA${n}`, patId: `BEN${n}` }
}
