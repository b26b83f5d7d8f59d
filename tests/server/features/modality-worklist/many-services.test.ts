import { escapeLiteral, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { CALLED, FULL, makeOpenServices, type Sought, USUAL } from '#tests/bench/modality/open-services.ts'
import { statementOf } from '#tests/bench/modality/statement-of.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const SLOW = 120_000

let server: DemoServer
let admin: PoolClient
let sought: Sought
beforeAll(async () => {
  server = await openDemo()
  admin = await server.db.admin.connect()
  sought = await makeOpenServices(admin, 20_000)
}, SLOW)
afterAll(async () => {
  admin.release()
  await server.close()
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  Plans?: PlanNode[]
}

interface Asked {
  aet: string
  called: string
  keys?: Record<string, string>
  step?: Record<string, string>
}

/** Returns the plan of the query as a generic plan, which PostgreSQL uses after some executions. */
async function planOf(asked: Asked): Promise<{ rows: number; blocks: number; wholeTables: string[] }> {
  const { text, values } = statementOf(CLIENT, asked)
  const given = values.map((value) =>
    escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  )
  await admin.query(`begin; set local role readroom_app; set local app.client_id = '${CLIENT}';
    set local plan_cache_mode = force_generic_plan; set local random_page_cost = 1.1; set local jit = off;
    prepare asked as ${text}`)
  const { rows } = await admin.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, buffers, format json) execute asked(${given.join(', ')})`,
  )
  await admin.query('rollback; deallocate asked')
  const [{ Plan: plan } = { Plan: undefined }] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('There is no plan.')
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)]
  return {
    rows: plan['Actual Rows'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    wholeTables: all(plan)
      .filter((node) => node['Node Type'].includes('Seq Scan'))
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) => ['visit', 'visit_service', 'visit_machine', 'patient'].includes(name)),
  }
}

const day = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format().replaceAll('-', '')
const own = (aet: string) => ({ aet, called: CALLED })
const KINDS: [string, number, () => Asked][] = [
  [
    'its own title and the day',
    USUAL.today,
    () => ({
      ...own(USUAL.aet),
      step: { ScheduledStationAETitle: USUAL.aet, ScheduledProcedureStepStartDate: day() },
    }),
  ],
  ['its own title', FULL.today, () => ({ ...own(FULL.aet), step: { ScheduledStationAETitle: FULL.aet } })],
  [
    'the day and the modality',
    501,
    () => ({
      ...own(USUAL.aet),
      step: { ScheduledProcedureStepStartDate: day(), Modality: 'CT' },
    }),
  ],
  ['nothing', 501, () => own(USUAL.aet)],
  ['an accession number', 1, () => ({ ...own(USUAL.aet), keys: { AccessionNumber: sought.accession } })],
  ['a patient number', 1, () => ({ ...own(USUAL.aet), keys: { PatientID: sought.patId } })],
]

describe('among 20,000 open services', () => {
  test.each(KINDS)('a query by %s costs in proportion to its results', async (_, rows, asked) => {
    const plan = await planOf(asked())
    expect(plan).toMatchObject({ rows, wholeTables: [] })
    // Some index pages and rows per service, and what is read once.
    expect(plan.blocks).toBeLessThan(500 + rows * 30)
  })

  test('a query by name alone costs in proportion to the branch’s open services of the days around now', async () => {
    const name = `sharma^asha ${sought.patId.replace('BEN', '')}`
    const plan = await planOf({ ...own(USUAL.aet), keys: { PatientName: name } })
    expect(plan).toMatchObject({ rows: 1, wholeTables: [] })
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from visit v join machine m on m.client_id = v.client_id and m.branch_id = v.branch_id
       where v.client_id = $1 and m.aet = $2 and v.visit_no like 'BV%'`,
      [CLIENT, USUAL.aet],
    )
    expect(plan.blocks).toBeLessThan(500 + (rows[0]?.n ?? 0) * 30)
  })
})
