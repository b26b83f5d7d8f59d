import type { Client } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'

const CLIENT = SANJEEVANI.id
/** Appointments of one machine in the measured week: the next one, so that none is past. */
export const APPOINTMENTS = 500
const MARK = 'be'

/** The records at the first branch that the screens' figures need. */
export interface WeekRecords {
  branch: string
  machine: string
  machineName: string
  department: string
  /** A day of the full week. */
  day: string
  /** Address of a public display that shows the machine; the numbers of a waiting visit and of its examination. */
  display: string
  waiting: string
  accession: string
}

/**
 * Inserts fresh appointments with SQL alone: a full week at one machine, and one visit that waits there
 * today. They block no time, so that they do not conflict with the demo's bookings.
 */
export async function makeWeek(admin: Client): Promise<WeekRecords> {
  const place = await findPlace(admin)
  await admin.query('begin')
  for (const table of ['visit_service', 'visit_machine', 'visit'])
    await admin.query(`delete from ${table} where client_id = $1 and id::text like '${MARK}000000-%'`, [
      CLIENT,
    ])
  await admin.query(INSERT_WEEK, [CLIENT, place.branch, place.machine, place.department, APPOINTMENTS])
  await admin.query('commit')
  await admin.query('analyze visit, visit_machine, visit_service')
  return place
}

async function findPlace(admin: Client): Promise<WeekRecords> {
  const { rows } = await admin.query<WeekRecords>(
    `select b.id as branch, m.id as machine, m.name as "machineName", m.department_id as department, s.uid as display,
       to_char((now() at time zone 'Asia/Kolkata')::date + 7, 'YYYY-MM-DD') as day, 'BE-0' as waiting,
       'BE00000000' as accession
     from que_screen s join que_screen_machine q on q.client_id = s.client_id and q.screen_id = s.id
       join machine m on m.client_id = s.client_id and m.id = q.machine_id
       join branch b on b.client_id = s.client_id and b.id = s.branch_id
     where s.client_id = $1 and b.name like '%Andheri%' and m.name = 'CT 1'`,
    [CLIENT],
  )
  const [place] = rows
  if (!place) throw new Error('the demo has no CT 1 with a public display at Andheri')
  return place
}

const idOf = (kind: number) => `('${MARK}000000-000${kind}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

// The first one waits today; the others fill seven days from eight o'clock, ten minutes each.
const INSERT_WEEK = `
  with monday as (
    select date_trunc('week', ((now() at time zone 'Asia/Kolkata')::date + 7)::timestamp) as day
  ), plan as (
    select n, case when n = 0 then date_trunc('hour', now() at time zone 'Asia/Kolkata')
      else monday.day + interval '8 hours' + interval '1 day' * ((n - 1) % 7) + interval '10 minutes' * ((n - 1) / 7) end
        at time zone 'Asia/Kolkata' as at,
      ('bd000000-0000-7000-8000-' || lpad(to_hex(n + 1), 12, '0'))::uuid as patient
    from monday, generate_series(0, $5::int) n
  ), visits as (
    insert into visit (client_id, id, visit_no, patient_id, branch_id, status, start_dt, end_dt, charges, net_charges)
    select $1, ${idOf(1)}, 'BE-' || n, patient, $2, case when n = 0 then 5 else 1 + n % 2 end, at,
      at + interval '10 minutes', 2500, 2500 from plan
  ), slots as (
    insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
    select $1, ${idOf(2)}, ${idOf(1)}, $4, $3, at, at + interval '10 minutes', false from plan
  )
  insert into visit_service (client_id, id, visit_id, visit_machine_id, department_id, name, code, modality, accession_no,
    status, start_dt, end_dt, charges, net_charges)
  select $1, ${idOf(3)}, ${idOf(1)}, ${idOf(2)}, $4, 'CT Brain Plain', 'CT-BRN', 'CT', 'BE' || lpad(n::text, 8, '0'),
    case when n = 0 then 5 else 1 + n % 2 end, at, at + interval '10 minutes', 2500, 2500 from plan`
