// npm run bench:sales: runs the sales calls on a large database, and prints p95 of each. Not part of the tests.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from 'pg'
import { salesCalls } from '#contract/calls/sales.ts'
import { visitListCalls } from '#contract/calls/visit-list.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { salesHandlers, visitListHandlers } from '#server/features/sales/handlers.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'
import { seedSales } from './seed-sales.ts'

const NUMBER = /^[1-9]\d*$/
const { values } = readCommandLine({
  usage: `npm run bench:sales [-- --lines=50000] [--years=1]

Asks the door to figures of a database with visits of 200 branches and 3 clients (kept under .cache), and prints p50 and p95 of each
question. For engineers.

  --lines=N            how many visit lines (5000000)
  --years=N            over how many years (10)`,
  options: {
    lines: { type: 'string', default: '5000000' },
    years: { type: 'string', default: '10' },
  },
  check: ({ lines, years }) =>
    NUMBER.test(lines) && NUMBER.test(years) ? undefined : '--lines and --years must be whole numbers.',
})
const LINES = Number(values.lines)
const RUNS = 20
const SIZE = { lines: LINES, branches: 200, clients: 3, years: Number(values.years) }

const dataDir = resolve('.cache', `bench-sales-${LINES}-${SIZE.years}`)
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded({ dataDir })
await migrate(embedded.migrationUrl)
const database = await openDatabase({ url: embedded.url })
const admin = new Client({ connectionString: embedded.adminUrl.replace('/postgres?', '/readroom?') })
await admin.connect()
const { rows: counted } = await admin.query<{ n: number }>('select count(*)::int as n from visit')
if (counted[0]?.n === 0) await seedSales(admin, SIZE)
const { rows: places } = await admin.query<{ client_id: string; id: string }>(
  `select client_id, id from branch where name = 'Branch 1'`,
)
await admin.end()

const place = places[0]
if (!place) throw new Error('the bench has no branch')
const now = new Date()
const caller = {
  clientId: place.client_id,
  userId: place.id,
  permissions: new Set(['sales_report', 'appointments', 'bi_report']),
  branchIds: [],
  isClientAdmin: true,
  mainModules: new Set(['appointment_system', 'sales_report', 'bi_report', 'special_mgmt_discount']),
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'Asia/Kolkata',
} as unknown as Caller

/** Returns the milliseconds of a query, run as a call runs it: in one transaction of the client. */
async function measure(ask: (ctx: Context) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await database.tenant(caller.clientId, (tx) =>
    ask({ tx, caller, now, audit: async () => {} } as unknown as Context),
  )
  return performance.now() - start
}

const today = dayAt(now, 'Asia/Kolkata')
const month = { branch_id: place.id, from_date: addDays(today, -60), to_date: addDays(today, -31) }
const day = { from_date: addDays(today, -40), to_date: addDays(today, -40) }
const year = { from_date: addDays(today, -400), to_date: addDays(today, -36) }
const { visits, departmentSummary, allVisits } = visitListCalls

const questionsOf = (range: { from_date: string; to_date: string }) => ({
  visits: (ctx: Context) => visitListHandlers.visits(visits.input.parse(range), ctx),
  departments: (ctx: Context) =>
    visitListHandlers.departmentSummary(departmentSummary.input.parse(range), ctx),
  invoices: (ctx: Context) => salesHandlers.invoices(salesCalls.invoices.input.parse(range), ctx),
  services: (ctx: Context) => salesHandlers.services(salesCalls.services.input.parse(range), ctx),
  receipts: (ctx: Context) => salesHandlers.receipts(salesCalls.receipts.input.parse(range), ctx),
  collection: (ctx: Context) =>
    salesHandlers.collectionSummary(salesCalls.collectionSummary.input.parse(range), ctx),
})

const questions = [
  ...Object.entries(questionsOf(month)).map(([name, ask]) => [`${name}, one branch and month`, ask] as const),
  ...Object.entries(questionsOf(day)).map(([name, ask]) => [`${name}, all branches of a day`, ask] as const),
  ...Object.entries(questionsOf(year)).map(
    ([name, ask]) => [`${name}, a year over all branches`, ask] as const,
  ),
  [
    'first page of a CSV, a year over all branches',
    (ctx: Context) => visitListHandlers.allVisits(allVisits.input.parse(year), ctx),
  ] as const,
]

console.log(`${LINES.toLocaleString('en')} visit lines, ${RUNS} runs, milliseconds`)
for (const [name, ask] of questions) {
  await measure(ask)
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await measure(ask))
  times.sort((a, b) => a - b)
  const at = (part: number) => Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)
  console.log(`${name.padEnd(50)} p50 ${String(at(0.5)).padStart(6)}  p95 ${String(at(0.95)).padStart(6)}`)
}
await database.close()
await embedded.stop()
