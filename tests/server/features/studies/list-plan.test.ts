import { type CompiledQuery, sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StudyListInput } from '#contract/calls/studies.ts'
import type { DateBasis } from '#domain/study/lists/date-basis.ts'
import { selectCasesByMonth, selectSummary } from '#server/features/dashboard/store.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { selectStudyPage } from '#server/features/studies/public/list-store.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const STUDIES = 40_000
/** A centre has a few rows in each of these, on few pages: with statistics, a scan is right. */
const SMALL: readonly (string | undefined)[] = ['branch', 'pacs', 'study_tag']
const [ANDHERI] = SANJEEVANI.branches.map((branch) => branch.id)

let server: DemoServer

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, study_desc, received_datetime, modality,
       accession_no, ref_physician, status, study_datetime, signed_on)
     select $1, gen_random_uuid(), 'plan.' || g, (array[$2, $3]::uuid[])[1 + g % 2], 'P' || lpad((g % 9000)::text, 6, '0'),
       'Patient ' || md5(g::text), 'CT Brain', $4::timestamptz - g * interval '10 minutes',
       (array['CT', 'MR', 'CR', 'US'])[1 + g % 4], 'ACC' || lpad(g::text, 8, '0'), 'Dr. Rao',
       (array['Pending', 'Verified', 'Verified', 'Verified'])[1 + g % 4],
       $4::timestamptz - g * interval '10 minutes', case when g % 4 = 0 then null else $4::timestamptz - g * interval '9 minutes' end
     from generate_series(1, $5::int) g`,
    [SANJEEVANI.id, ...SANJEEVANI.branches.map((branch) => branch.id), NOW, STUDIES],
  )
  // Adds an AI result for each study, because a table with a few rows would be scanned.
  await askAdmin(
    server,
    `insert into ai_report (client_id, id, study_id, ai_company_id, status, sent_on)
     select s.client_id, gen_random_uuid(), s.id, c.id, 'Ready', $2::timestamptz
     from study s cross join (select id from ai_company limit 1) c where s.client_id = $1 limit 10000`,
    [SANJEEVANI.id, NOW],
  )
  await askAdmin(server, 'analyze ai_report')
  // Vacuums too: this moves new rows from the text index's pending list into the index.
  await settleStudies()
})
afterAll(() => server.close())

/**
 * Puts the table into the state of a nightly vacuum: a vacuum during an older transaction, such as a poll of
 * the job queue, leaves pages that an index-only count must look up, and the planner then rightly scans the
 * table.
 */
async function settleStudies(): Promise<void> {
  await vi.waitFor(
    async () => {
      // Otherwise a few dead rows would stay in the indexes, and their pages would not count as visible.
      await askAdmin(server, 'vacuum (analyze, index_cleanup on) study')
      const [pages] = await askAdmin<{ all: number; visible: number }>(
        server,
        "select relpages as all, relallvisible as visible from pg_class where oid = 'study'::regclass",
      )
      expect(pages?.visible).toBe(pages?.all)
    },
    { timeout: 20_000, interval: 200 },
  )
}

const admin: Caller = {
  clientId: SANJEEVANI.id,
  userId: '019a0000-0000-7000-8000-000000000001',
  sessionId: '',
  deviceId: undefined,
  name: '',
  userType: 'CLIENT',
  permissions: new Set(),
  branchIds: [],
  isClientAdmin: true,
  isDoctor: false,
  isClinicDoctor: false,
  isRefDoctor: false,
  canSign: false,
  canCreateBranch: false,
  mainModules: new Set(),
  pacsUsed: 'Self',
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'Asia/Kolkata',
}
const manager: Caller = {
  ...admin,
  isClientAdmin: false,
  permissions: new Set(['view_archives']),
  branchIds: [ANDHERI ?? ''],
}

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Returns the tables that are scanned. */
const readWhole = (plan: Plan[]): (string | undefined)[] =>
  plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])

/** A statement as it was passed to the driver. */
interface Sent {
  text: string
  values: unknown[]
}

/** Runs the list and explains every statement that it sent. */
function explainList(caller: Caller, filter: object) {
  const input = StudyListInput.parse(filter)
  return explain(caller, (tx) => selectStudyPage(tx, caller, input, NOW))
}

/** Runs something and explains every statement that it sent. */
async function explain(
  caller: Caller,
  run: (tx: Tx) => Promise<unknown>,
): Promise<{ statements: number; plans: Plan[][] }> {
  const sent: Sent[] = []
  await server.db.database.tenant(caller.clientId, async (tx: Tx) => {
    const watch = vi.spyOn(Client.prototype, 'query')
    await run(tx)
    const calls = watch.mock.calls as unknown as [string | Sent, unknown[]][]
    const asked = calls.map(([query, values]) =>
      typeof query === 'string' ? { text: query, values } : query,
    )
    // The job queue of the same process may poll at the same time.
    sent.push(...asked.filter(({ text }) => !text.includes('pgboss')))
    watch.mockRestore()
  })
  const plans = await server.db.database.tenant(caller.clientId, async (tx) => {
    const explained: Plan[][] = []
    for (const { text, values } of sent) {
      const query = {
        ...sql`x`.compile(tx),
        sql: `explain (format json) ${text}`,
        parameters: values,
      } as CompiledQuery
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query)
      explained.push(rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)))
    }
    return explained
  })
  return { statements: sent.length, plans }
}

test.each<[string, Caller, object, string]>([
  ['the plain list', admin, {}, 'study_worklist'],
  ['the list of one’s own branch', manager, {}, 'study_branch'],
  ['one branch', admin, { branch_id: ANDHERI }, 'study_branch'],
  ['one status', admin, { status: 'Draft' }, 'study_status'],
  ['a name', admin, { pat_name: 'a1b2c' }, 'study_text'],
  ['a keyword', admin, { k: '00012345' }, 'study_text'],
  ['an accession number', manager, { accession_no: '00012345' }, 'study_text'],
])('%s is read by its index, without a scan of all studies', async (_, caller, filter, index) => {
  const { plans } = await explainList(caller, filter)
  const [page = []] = plans
  expect(page.map((node) => node['Index Name'])).toContain(index)
  expect(page.map((node) => node['Node Type'])).not.toContain('Seq Scan')
})

test.each<[DateBasis, string]>([
  ['received_datetime', 'study_worklist'],
  ['study_datetime', 'study_by_study_day'],
  ['signed_on', 'study_by_signature'],
])(
  'the figures by %s are counted from an index alone, for a day and for twelve months',
  async (basis, index) => {
    const day = { from_date: '2026-11-10', to_date: '2026-11-10', date_col: basis }
    for (const caller of [admin, { ...manager, permissions: new Set(['view_dashboard'] as const) }]) {
      const { plans } = await explain(caller, async (tx) => {
        await selectSummary(tx, caller, day, NOW)
        await selectCasesByMonth(tx, caller, { date_col: basis }, NOW)
      })
      const nodes = plans.flat()
      expect(readWhole(nodes)).not.toContain('study')
      if (caller !== admin) continue
      const reads = nodes.filter((node) => node['Relation Name'] === 'study')
      expect(new Set(reads.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']))
      expect(reads[0]?.['Index Name']).toBe(index)
    }
  },
)

test('a page in index order is not sorted', async () => {
  for (const [caller, filter] of [
    [admin, {}],
    [manager, { status: 'Verified' }],
    [admin, { branch_id: ANDHERI, from_date: '2026-10-01' }],
  ] as const) {
    const { plans } = await explainList(caller, filter)
    expect(plans[0]?.map((node) => node['Node Type'])).not.toContain('Sort')
  }
})

test('by priority only the open studies are sorted, and the signed ones after them are read by an index', async () => {
  const { plans } = await explainList(admin, { sort: 'priority', status: 'Verified', ps: 20 })
  const kinds = plans.map((plan) => plan.map((node) => node['Node Type']))
  expect(readWhole(plans.flat()).filter((table) => !SMALL.includes(table))).toEqual([])
  const [open = [], , signed = []] = kinds
  expect(open).toContain('Sort')
  expect(signed).not.toContain('Sort')
})

test('a page reads its ids, its rows and one count; a page that is not full needs no count', async () => {
  expect((await explainList(admin, { ps: 20 })).statements).toBe(3)
  expect((await explainList(admin, { pat_name: 'a1b2c' })).statements).toBeLessThanOrEqual(2)
})

function page(caller: Caller, filter: object) {
  return server.db.database.tenant(SANJEEVANI.id, (tx) =>
    selectStudyPage(tx, caller, StudyListInput.parse(filter), NOW),
  )
}

test('the count stops at the cap', async () => {
  expect((await page(admin, {})).matching).toBe(10_001)
  expect((await page(admin, { p: 600, ps: 20 })).matching).toBe(10_001)
})
