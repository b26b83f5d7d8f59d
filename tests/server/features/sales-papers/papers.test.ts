import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, departmentsOf, KOTHRUD, putVisits, QUIET_DAY, SALMIYA } from '../sales/books.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let manager: ApiUser
let mri = ''
let ct = ''
const at = (time: string) => new Date(`${QUIET_DAY}T${time}:00+05:30`)
const RANGE = { branch_id: ANDHERI, from_date: QUIET_DAY, to_date: QUIET_DAY }

beforeAll(async () => {
  server = await openDemo()
  manager = await server.signIn('manager.andheri')
  const departments = await departmentsOf(server)
  ;[mri = '', ct = ''] = ['MRI', 'CT'].map((name) => departments.get(name))
  await putVisits(server, [
    {
      start: at('09:00'),
      lines: [{ charges: 700_000, discount: 100_000, department: mri }],
      money: [
        { minor: 450_000, day: QUIET_DAY },
        { minor: 150_000, day: QUIET_DAY, mode: 'Online' },
      ],
    },
    {
      start: at('10:00'),
      scheme: 'Hospital',
      lines: [{ charges: 123_456, department: ct }],
      money: [{ minor: 23_456, day: QUIET_DAY }],
    },
    {
      start: new Date(at('10:00').getTime() - 30 * 86_400_000),
      lines: [{ charges: 77_700, department: ct }],
      money: [{ minor: 77_700, day: QUIET_DAY, mode: 'Cheque' }],
    },
  ])
})
afterAll(() => server.close())

interface Paper {
  status: number
  headers: Record<string, unknown>
  pdf: Uint8Array
  body: { fields?: Record<string, string>; code?: string }
}

async function ask(path: string, payload: object, desk = manager): Promise<Paper> {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}${path}`,
    headers: { authorization: `Bearer ${desk.token}`, 'x-time-zone': 'Asia/Kuwait' },
    payload,
  })
  const isPdf = response.headers['content-type'] === 'application/pdf'
  return {
    status: response.statusCode,
    headers: response.headers,
    pdf: new Uint8Array(response.rawPayload),
    body: isPdf ? {} : response.json(),
  }
}

async function wordsOf(path: string, payload: object, name: string, desk = manager): Promise<string> {
  const { status, pdf, body } = await ask(path, payload, desk)
  expect(body).toEqual({})
  expect(status).toBe(200)
  // PAPERS_OUT names a folder for the files, so that a person who changes a paper can view it.
  if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/${name}.pdf`, pdf)
  return pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ')
}

const SALES = 'report/pdfSalesReports'
const ALL = { collectSumm: {}, salesInvoice: {}, serviceWise: {}, receipt: {} }
const FIGURES = { filterFd: RANGE }

test.skipIf(!hasPoppler)('the report prints its sections with the sums of the same calls', async () => {
  const words = await wordsOf(SALES, { ...FIGURES, ...ALL }, 'sales-all')
  const { body } = await manager.get(`${PHP}report/salesCollectionSummary`, RANGE)
  const money = (amount: number) =>
    amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  expect(body.result.net_received).toBe(7011.56)
  for (const said of [
    'Sales report',
    'Collection summary',
    'Department summary',
    'Sales invoices',
    'Service wise',
    'Receipts',
    'All received',
    money(body.result.net_received),
    money(body.result.net_received_prev),
    money(body.result.invoice.net_charges),
    'Page 1 of',
    'INR',
  ])
    expect(words).toContain(said)
})

test.skipIf(!hasPoppler)(
  'it says for which branch and days, as at when, and what the rows hash to',
  async () => {
    const words = await wordsOf(SALES, { ...FIGURES, salesInvoice: { dept_summary: 'N' } }, 'sales-invoices')
    expect(words).toContain('14 Mar 2019')
    expect(words).toMatch(/As at \d\d \w{3} \d{4} \d\d:\d\d [AP]M, position \d+/)
    expect(words).toMatch(/SHA-256 of the 2 rows: [0-9a-f]{64}/)
    expect(words).not.toContain('Department summary')
  },
)

test.skipIf(!hasPoppler)(
  'the same figures printed again have the same hash, and others have another',
  async () => {
    const hashOf = async (filter: object) => {
      const words = await wordsOf(SALES, { ...FIGURES, salesInvoice: filter }, 'sales-hash')
      return /rows: ([0-9a-f]{64})/.exec(words)?.[1]
    }
    const [one, again, other] = [await hashOf({}), await hashOf({}), await hashOf({ payment_status: 'Paid' })]
    expect(one).toBeDefined()
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  },
)

test.skipIf(!hasPoppler)('3C is without schemes and shows previous pending money only', async () => {
  const paper = { ...FIGURES, reportType: '3C' }
  const { headers } = await ask(SALES, paper)
  expect(headers['content-disposition']).toBe(`attachment; filename="3C-${QUIET_DAY}-to-${QUIET_DAY}.pdf"`)
  const words = await wordsOf(SALES, paper, 'sales-3c')
  expect(words).toContain('3C report')
  expect(words).toContain('Ref. scheme No Scheme')
  const invoices = words.slice(
    words.indexOf('Sales invoices'),
    words.indexOf('Prev. pending received Filters'),
  )
  expect(invoices).toContain('7,000.00')
  expect(invoices).not.toContain('1,234.56')
  const receipts = words.slice(words.indexOf('Prev. pending received Filters'))
  expect(receipts).toContain('Cheque')
  expect(receipts).not.toContain('Online')
})

test.skipIf(!hasPoppler)('Service Wise prints services without schemes under its own name', async () => {
  const paper = { ...FIGURES, reportType: 'ServiceWise' }
  const { headers } = await ask(SALES, paper)
  expect(headers['content-disposition']).toContain(`ServiceWise-${QUIET_DAY}-to-${QUIET_DAY}.pdf`)
  const words = await wordsOf(SALES, paper, 'sales-services')
  expect(words).toContain('Service wise')
  expect(words).not.toContain('Collection summary')
  expect(words).not.toContain('1,234.56')
})

test.skipIf(!hasPoppler)('receipts of earlier visits stand apart where that is asked for', async () => {
  const separate = { ...FIGURES, receipt: { prev_pending_flag: 'Separate' } }
  const words = await wordsOf(SALES, separate, 'sales-receipts')
  expect(words).toContain('Receipts for visits of the range')
  expect(words.indexOf('4,500.00')).toBeLessThan(words.indexOf('Prev. pending received'))
  expect(words.indexOf('Prev. pending received')).toBeLessThan(words.indexOf('Cheque'))
})

test.skipIf(!hasPoppler)('the list of visits is printed with its filters in words', async () => {
  const paper = { ...RANGE, department_id: mri, created_by: undefined, ref_scheme: 'No Scheme' }
  const words = await wordsOf('report/visitsPdf', paper, 'visits')
  expect(words).toContain('Patients visits')
  expect(words).toContain('Department MRI')
  expect(words).toContain('Ref. scheme No Scheme')
  expect(words).toContain('6,000.00')
  expect(words).not.toContain('1,234.56')
})

test('every page has its number, and the headings of a long table repeat on each', async () => {
  await putVisits(
    server,
    Array.from({ length: 120 }, (_, n) => ({
      branch: KOTHRUD,
      start: at(`1${n % 10}:${String(10 + (n % 50))}`),
      lines: [{ charges: 100_000 + n, department: ct }],
      money: [{ minor: 100_000 + n, day: QUIET_DAY }],
    })),
  )
  const admin = await server.signIn('admin.sanjeevani')
  const paper = { filterFd: { ...RANGE, branch_id: KOTHRUD }, salesInvoice: {} }
  const { pdf } = await ask(SALES, paper, admin)
  const document = await PDFDocument.load(pdf)
  const pages = document.getPageCount()
  expect(pages).toBeGreaterThan(3)
  expect(document.getPage(0).getWidth()).toBeGreaterThan(document.getPage(0).getHeight())
  if (!hasPoppler) return
  for (const [index, words] of pageTexts(pdf).entries()) {
    expect(words).toContain(`Page ${index + 1} of ${pages}`)
    expect(words).toContain('Visit ID')
    expect(words).toContain('SHA-256')
  }
})

test.skipIf(!hasPoppler)('the total of a long table is the sum that the list shows', async () => {
  const admin = await server.signIn('admin.sanjeevani')
  const range = { ...RANGE, branch_id: KOTHRUD }
  const { body } = await admin.get(`${PHP}report/salesInvoices`, range)
  const { totals } = body.result
  const words = await wordsOf(SALES, { filterFd: range, salesInvoice: {} }, 'sales-totals', admin)
  const money = (amount: number) => amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })
  expect(totals.visits).toBe(120)
  expect(words).toContain(money(totals.net_charges))
  expect(words).toContain(money(totals.paid))
  expect(words).toMatch(/SHA-256 of the 121 rows/)
})

test.skipIf(!hasPoppler)(
  'a role that sees own or unpaid sales alone has that said on its paper',
  async () => {
    const setScopes = (report: string, invoice: string) =>
      askAdmin(server, 'update role set sales_report = $2, sales_invoice = $3 where client_id = $1', [
        CLIENT,
        report,
        invoice,
      ])
    await setScopes('Self_Created_Only', 'Pending_Only')
    const words = await wordsOf(SALES, { ...FIGURES, salesInvoice: {} }, 'sales-scope')
    expect(words).toContain('visits that the reader created, invoices with a balance')
    // The visits of the test belong to the reception.
    expect(words).not.toContain('7,000.00')
    await setScopes('All', 'All')
  },
)

test('each paper is recorded in the trail without the typed text', async () => {
  await ask('report/visitsPdf', { ...RANGE, k: 'Ganesh' })
  const lines = await readAudit(server, CLIENT, 'sales_paper')
  expect(lines.at(-1)).toMatchObject({ action: 'export', detail: { name: 'visits.pdf' } })
  expect(JSON.stringify(lines)).not.toContain('Ganesh')
})

test('a paper of an unknown section, and a reversed range, are refused by their field', async () => {
  expect((await ask(SALES, FIGURES)).body.fields).toEqual({ collectSumm: 'Choose at least one section.' })
  const backwards = { filterFd: { ...RANGE, to_date: '2019-03-01' }, collectSumm: {} }
  expect((await ask(SALES, backwards)).body.fields).toEqual({ 'filterFd.to_date': 'is before the first day' })
  expect((await ask('report/visitsPdf', { ...RANGE, from_date: '2019-02-30' })).status).toBe(400)
})

test('another branch or client is not found, and without the right or the module there is no paper', async () => {
  expect((await ask(SALES, { filterFd: { ...RANGE, branch_id: SALMIYA }, collectSumm: {} })).status).toBe(404)
  const technician = await server.signIn('tech.andheri')
  expect((await ask(SALES, { ...FIGURES, collectSumm: {} }, technician)).body.code).toBe('not_permitted')
  expect((await ask(SALES, { ...FIGURES, collectSumm: {} }, server.apiUserOf('nobody'))).status).toBe(403)
  await updateClient(server, CLIENT, { main_modules: ['appointment_system'] })
  expect((await ask(SALES, { ...FIGURES, collectSumm: {} })).body.code).toBe('module_off')
})
