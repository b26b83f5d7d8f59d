import type { Client } from 'pg'

/** The numbers of visit lines, branches, clients and years; 5,000,000 lines in full. */
export interface SalesSize {
  lines: number
  branches: number
  clients: number
  years: number
}

const KINDS = { client: '0c', branch: '0b', patient: '0a', visit: '0e', user: '0f' } as const

/** Returns SQL for the id of the n-th record of a kind. */
const id = (kind: keyof typeof KINDS, n: string) =>
  `('000000${KINDS[kind]}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/**
 * Fills an empty database with clients, branches, patients, visits with one line and one receipt each, by few
 * statements with generate_series. Every seventh visit has a second receipt on a later day and every fiftieth
 * is cancelled.
 */
export async function seedSales(
  admin: Client,
  { lines, branches, clients, years }: SalesSize,
): Promise<void> {
  const days = years * 365
  await admin.query(`set session_replication_role = replica`)
  await admin.query(
    `insert into client (id, name, main_modules) select ${id('client', 'c')}, 'Bench ' || c,
       '{appointment_system,sales_report,bi_report}' from generate_series(1, $1) c`,
    [clients],
  )
  await admin.query(
    `insert into branch (client_id, id, name, time_zone) select ${id('client', '1 + b % $2')}, ${id('branch', 'b')},
       'Branch ' || b, 'Asia/Kolkata' from generate_series(1, $1::int) b`.replace('$2', String(clients)),
    [branches],
  )
  await admin.query(
    `insert into patient (client_id, id, pat_id, fname, lname, gender) select ${id('client', `1 + p % ${clients}`)},
       ${id('patient', 'p')}, 'P' || p, 'Person', 'No ' || p, (array['Male', 'Female'])[1 + p % 2]
     from generate_series(1, $1::int) p`,
    [Math.ceil(lines / 4)],
  )
  // Branch g % branches belongs to client 1 + branch % clients; the patient belongs to that client.
  await admin.query(
    `insert into visit (client_id, id, visit_no, branch_id, patient_id, start_dt, status, started_on, charges, discount,
       net_charges, received, payment_status, created_by, last_money_day)
     select ${id('client', `1 + b % ${clients}`)}, ${id('visit', 'g')}, 'V' || g, ${id('branch', 'b')}, ${id('patient', 'p')},
       at, case when g % 50 = 0 then 12 else 7 end, at, case when g % 50 = 0 then 0 else 1000 end, 0,
       case when g % 50 = 0 then 0 else 1000 end, case when g % 7 = 0 then 700 else 600 end, 'Partial_Paid',
       ${id('user', 'g % 400')}, ((at + case when g % 7 = 0 then interval '5 days' else interval '0' end) at time zone 'Asia/Kolkata')::date
     from (select g, 1 + g % ${branches} as b, 1 + g % ${branches} + ${branches} * (g % ${Math.max(1, Math.floor(lines / 4 / branches) - 1)}) as p,
       now() - make_interval(secs => (g::float8 / $1) * ${days} * 86400) as at from generate_series(1, $1::int) g) g`,
    [lines],
  )
  await admin.query(
    `insert into visit_service (client_id, id, visit_id, name, start_dt, status, charges, net_charges)
     select client_id, id, id, 'Line', start_dt, case when status = 12 then 12 else 7 end, 1000, 1000 from visit`,
  )
  await admin.query(
    `insert into receipt (client_id, id, visit_id, branch_id, receipt_no, amount, mode, taken_on, created, created_by, business_day)
     select v.client_id, gen_random_uuid(), v.id, v.branch_id, v.visit_no || '/' || k, 600 - 500 * (k - 1),
       (array['Cash', 'GPay', 'Credit_Card'])[1 + k % 3], t.at, t.at, v.created_by, (t.at at time zone 'Asia/Kolkata')::date
     from visit v, generate_series(1, 2) k, lateral (select v.start_dt + (k - 1) * interval '5 days' as at) t
     where k = 1 or substr(v.visit_no, 2)::int % 7 = 0`,
  )
  await admin.query('vacuum analyze')
}
