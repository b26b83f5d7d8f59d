import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { biCalls } from '#contract/calls/bi.ts'
import { flowCalls } from '#contract/calls/flow.ts'
import { leakageCalls } from '#contract/calls/leakage.ts'
import { salesCalls } from '#contract/calls/sales.ts'
import { visitCreatorCalls, visitListCalls } from '#contract/calls/visit-list.ts'
import { LEAK_LINES } from '#domain/leakage/lines.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { flowHandlers } from '#server/features/flow/handlers.ts'
import { leakageHandlers } from '#server/features/leakage/handlers.ts'
import {
  biHandlers,
  salesHandlers,
  visitCreatorHandlers,
  visitListHandlers,
} from '#server/features/sales/handlers.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { departmentsOf, RECEPTION } from './books.ts'

/* Checks the SQL of the sales calls: every statement names the client for every table that it reads, so that
   a cluster that is split by client finds its part (and row-level security is not the only guard), and none
   scans a large table. */

const VISITS = 30_000
const LARGE = [
  'visit',
  'visit_service',
  'visit_machine',
  'receipt',
  'refund',
  'hidden_discount',
  'visit_comment',
]
const [ANDHERI = '', KOTHRUD = ''] = SANJEEVANI.branches.map(({ id }) => id)

let server: DemoServer
let department: string
/** Tables that hold rows of clients. */
let tenantTables: ReadonlySet<string>

beforeAll(async () => {
  server = await openDemo()
  department = [...(await departmentsOf(server)).values()][0] ?? ''
  const tables = await askAdmin<{ table_name: string }>(
    server,
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'`,
  )
  tenantTables = new Set(tables.map(({ table_name }) => table_name))
  // One visit every quarter of an hour, each with one service and one receipt.
  await askAdmin(
    server,
    `with made as (
      insert into visit (client_id, id, visit_no, branch_id, patient_id, start_dt, status, started_on, charges, net_charges,
        received, payment_status, created_by)
      select $1, gen_random_uuid(), 'PLAN' || g, (array[$2, $3]::uuid[])[1 + g % 2], p.ids[1 + g % array_length(p.ids, 1)],
        $4::timestamptz - g * interval '15 minutes', 7, $4::timestamptz - g * interval '15 minutes', 100, 100, 100, 'Paid', $6
      from generate_series(1, $5::int) g,
        (select array_agg(id) as ids from patient where client_id = $1 and hidden is null) p
      returning *),
    lines as (
      insert into visit_service (client_id, id, visit_id, name, start_dt, status, department_id, charges, net_charges)
      select client_id, gen_random_uuid(), id, 'CT', start_dt, 7, $7, 100, 100 from made)
    insert into receipt (client_id, id, visit_id, branch_id, receipt_no, amount, mode, taken_on, created, created_by, business_day)
    select client_id, gen_random_uuid(), id, branch_id, 'PLAN' || visit_no, 100, 'Cash', start_dt, start_dt, $6,
      (start_dt at time zone 'Asia/Kolkata')::date from made`,
    [SANJEEVANI.id, ANDHERI, KOTHRUD, NOW, VISITS, RECEPTION, department],
  )
  await askAdmin(server, 'vacuum analyze')
})
afterAll(() => server.close())

const reader: Caller = {
  clientId: SANJEEVANI.id,
  userId: RECEPTION,
  sessionId: '',
  deviceId: undefined,
  name: '',
  userType: 'CLIENT',
  permissions: new Set(['sales_report', 'appointments', 'bi_report', 'view_archives']),
  branchIds: [ANDHERI, KOTHRUD],
  isClientAdmin: true,
  isDoctor: false,
  isClinicDoctor: false,
  isRefDoctor: false,
  canSign: false,
  canCreateBranch: false,
  mainModules: new Set(['sales_report', 'appointment_system', 'special_mgmt_discount', 'bi_report']),
  pacsUsed: 'Self',
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'Asia/Kolkata',
}
const manager: Caller = { ...reader, isClientAdmin: false, branchIds: [ANDHERI] }
const own: Caller = { ...manager, salesReport: 'Self_Created_Only', salesInvoice: 'Pending_Only' }
/** `own` cannot read these: studies belong to no person's sales. */
const isOfAllSales = (key: string) => key.endsWith('unmatched_study')

interface Sent {
  text: string
  values: unknown[]
}

/** Returns the statements that a handler sends. */
async function sentBy(caller: Caller, run: (ctx: Context) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  await server.db.database.tenant(caller.clientId, async (tx: Tx) => {
    const watch = vi.spyOn(Client.prototype, 'query')
    try {
      await run({ tx, caller, now: NOW, audit: async () => {} } as unknown as Context)
    } finally {
      const calls = watch.mock.calls as unknown as [string | Sent, unknown[]][]
      sent.push(
        ...calls
          .map(([query, values]) => (typeof query === 'string' ? { text: query, values } : query))
          // The job queue of the same process may poll at the same time.
          .filter(({ text }) => !text.includes('pgboss')),
      )
      watch.mockRestore()
    }
  })
  return sent
}

type Question = readonly [
  name: string,
  ask: (input: Record<string, unknown>) => (ctx: Context) => Promise<unknown>,
]

const GROUPS = [
  [visitListCalls, visitListHandlers],
  [visitCreatorCalls, visitCreatorHandlers],
  [salesCalls, salesHandlers],
  [biCalls, biHandlers],
  [leakageCalls, leakageHandlers],
  [flowCalls, flowHandlers],
] as const

/** Every sales call with its checked input; a call about a line of the leakage board once for each line. */
const QUESTIONS: Question[] = GROUPS.flatMap(([calls, handlers]) =>
  Object.entries(calls).flatMap(([name, call]): Question[] => {
    const handler = (handlers as Record<string, (input: never, ctx: Context) => Promise<unknown>>)[name]
    const known = Object.keys((call.input as unknown as { shape: object }).shape)
    const ask =
      (more: object): Question[1] =>
      (input) => {
        const given = Object.entries({ ...input, ...more })
        const parsed = call.input.parse(
          Object.fromEntries(given.filter(([field]) => known.includes(field))),
        ) as never
        return (ctx) => handler?.(parsed, ctx) ?? Promise.reject(new Error('no handler'))
      }
    if (!known.includes('line')) return [[call.key, ask({})]]
    return LEAK_LINES.map((line): Question => [`${call.key} ${line}`, ask({ line })])
  }),
)

const DAY = { from_date: '2026-11-10', to_date: '2026-11-10', day: '2026-11-10', dr_type: 'Doctor' }
const MONTH = {
  from_date: '2026-10-01',
  to_date: '2026-10-31',
  day: '2026-10-31',
  branch_id: ANDHERI,
  dr_type: 'Doctor',
}
const someId = '019a0000-0000-7000-8000-000000000001'
/** Every filter at once, so that every part of a statement is read. */
const EVERYTHING = {
  ...MONTH,
  created_by: someId,
  payment_status: 'Paid',
  ref_scheme: 'Of Doctor',
  ref_hospital_id: someId,
  ref_dr_id: '0',
  department_id: someId,
  includeFutureReceipt: 'N',
  service_ids: someId,
  is_discount: 'Y',
  machine_id: someId,
  cases: 'Ongoing',
  combine_lab: 'Y',
  kind: 'All',
  mode: 'Cash',
  prev_pending_flag: 'OnlyPrevious',
  visit_place: 'In',
  visit_from_date: '2026-10-01',
  visit_to_date: '2026-10-02',
  for_cancelled: 'Y',
  note: 'Cancelled_Since',
  modality: 'CT',
  is_radiology: '1',
  status: '7',
  k: 'a',
  is_started: 'Y',
  patient_visit: 'New',
  gender: 'Male',
  dr_type: 'Hospital',
}

const TABLE = /\b(?:from|join)\s+([a-z_]+)\s+(?:as\s+)?([a-z]{1,4}|some|wanted)?\b/gu

/** Returns the tables of clients that a statement reads without naming the client. */
function withoutClient(text: string): string[] {
  const plain = text.replaceAll('"', '').replaceAll(/\s+/gu, ' ')
  return [...plain.matchAll(TABLE)].flatMap(([, table = '', alias = '']) => {
    if (!tenantTables.has(table)) return []
    const name = ['on', 'set', ''].includes(alias) || alias.startsWith('whe') ? '' : `${alias}\\.`
    return new RegExp(`(?<![a-z.])${name}client_id (=|in)`, 'u').test(plain) ? [] : [`${table} ${alias}`]
  })
}

test('a statement without the client at one of its tables is found', () => {
  expect(withoutClient('select from "visit" as "v" where "v"."client_id" = $1')).toEqual([])
  expect(
    withoutClient('select from visit v join receipt r on r.visit_id = v.id where v.client_id = $1'),
  ).toEqual(['receipt r'])
})

test.each(QUESTIONS)('%s names the client at each table, with any filter', async (key, ask) => {
  for (const caller of [reader, isOfAllSales(key) ? manager : own])
    for (const input of [EVERYTHING, DAY]) {
      const sent = await sentBy(caller, ask(input))
      expect(sent.length).toBeGreaterThan(0)
      for (const { text } of sent) expect(withoutClient(text), text).toEqual([])
    }
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function explain({ text, values }: Sent): Promise<Plan[]> {
  return server.db.database.tenant(SANJEEVANI.id, async (tx) => {
    const query = { ...sql`x`.compile(tx), sql: `explain (format json) ${text}`, parameters: values ?? [] }
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query)
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
  })
}

test.each(QUESTIONS)('%s reads no large table completely', async (key, ask) => {
  // As small a part of the table as a month of a branch is in a real centre; for a larger part a hash join is
  // right.
  const days = { ...MONTH, from_date: '2026-10-28', ps: '20' }
  for (const [caller, input] of [
    [reader, { ...DAY, ps: '20' }],
    [reader, days],
    [manager, days],
  ] as const) {
    const sent = await sentBy(caller, ask(input))
    for (const one of sent.filter(({ text }) => /^\s*(select|with)/u.test(text))) {
      const whole = (await explain(one))
        .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
        .map((node) => node['Relation Name'])
      // A scan of a small table is right: the demo has a few rows in each.
      expect(
        whole.filter((table) => ['visit', 'visit_service', 'receipt'].includes(table ?? '')),
        `${key}: ${one.text}`,
      ).toEqual([])
    }
  }
})
