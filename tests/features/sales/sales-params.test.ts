import { expect, test } from 'vitest'
import { SalesPdfInput, salesCalls } from '#contract/calls/sales.ts'
import { collectionLines } from '#src/features/sales/collection-lines.ts'
import { chosen, pdfName, serviceWise, threeC } from '#src/features/sales/pdf-presets.ts'
import { readSalesParams, salesInput, salesLink } from '#src/features/sales/sales-params.ts'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { summary } from './sales-rows.ts'

const TODAY = '2026-11-23'
const BRANCH = '01990000-0000-7000-8000-00000000000b'
const place = (query: string) => readSalesParams(new URLSearchParams(query), TODAY)

test('an address without days opens today and the first tab', () => {
  expect(place('')).toMatchObject({
    tab: 'collection',
    from: TODAY,
    to: TODAY,
    filter: {},
    page: 1,
    pageSize: 20,
  })
})

test('values outside the contract are left out of the filter', () => {
  const read = place(
    'tab=invoices&payment_status=Unknown&ref_scheme=No Scheme&kind=Refund&from_date=2026-02-31&ps=33',
  )
  expect(read).toMatchObject({ filter: { ref_scheme: 'No Scheme' }, from: TODAY, pageSize: 20 })
})

test('a link is read back as the same place', () => {
  const from = place(`branch_id=${BRANCH}&from_date=2026-11-01&to_date=2026-11-05`)
  const link = new URL(salesLink(from, 'receipts', { kind: 'All', mode: 'Cash' }), 'http://x')
  expect(readSalesParams(link.searchParams, TODAY)).toMatchObject({
    tab: 'receipts',
    branchId: BRANCH,
    from: '2026-11-01',
    to: '2026-11-05',
    filter: { kind: 'All', mode: 'Cash' },
  })
})

test('every change except of the page goes back to page 1', () => {
  const params = new URLSearchParams('tab=invoices&p=3')
  expect(changeListParams(params, { payment_status: 'Paid' }).get('p')).toBeNull()
  expect(changeListParams(params, { p: '4' }).get('p')).toBe('4')
  expect(changeListParams(new URLSearchParams('mode=Cash'), { mode: '' }).has('mode')).toBe(false)
})

test('each line of the summary opens a list that the contract accepts, with its own filter', () => {
  const at = place(`branch_id=${BRANCH}`)
  for (const includeFuture of [false, true]) {
    const lines = collectionLines(summary(), includeFuture)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    for (const { tab, filter } of lines) {
      const link = new URL(salesLink(at, tab, filter), 'http://x')
      const read = readSalesParams(link.searchParams, TODAY)
      expect(read.filter).toEqual(filter)
      const call = tab === 'invoices' ? salesCalls.invoices : salesCalls.receipts
      expect(call.input.safeParse(salesInput(read)).success).toBe(true)
    }
  }
})

test('special management discounts have a line only if the response contains them', () => {
  const ids = (hidden: number | null) =>
    collectionLines(summary({ invoice: { ...summary().invoice, hidden_discount: hidden } }), false).map(
      ({ id }) => id,
    )
  expect(ids(null)).not.toContain('hidden')
  expect(ids(12)).toContain('hidden')
})

test('the presets and the dialog send valid requests, under the names of the files', () => {
  const at = { branchId: BRANCH, from: '2026-11-01', to: '2026-11-05' }
  const all = {
    collection: true,
    invoices: true,
    departments: false,
    services: true,
    receipts: true,
  } as const
  const asked = [threeC(at), serviceWise(at), chosen(at, { ...all, prevPending: 'Separate' })]
  for (const request of asked)
    expect(SalesPdfInput.safeParse(request).success, JSON.stringify(request)).toBe(true)
  expect(threeC(at)).toMatchObject({
    salesInvoice: { ref_scheme: 'No Scheme', dept_summary: 'Y' },
    receipt: { prev_pending_flag: 'OnlyPrevious' },
  })
  expect(serviceWise(at)).not.toHaveProperty('collectSumm')
  expect(chosen(at, { ...all, collection: false, prevPending: 'Include' })).not.toHaveProperty('collectSumm')
  expect([pdfName(at, '3C'), pdfName(at, 'ServiceWise'), pdfName(at)]).toEqual([
    '3C-2026-11-01-to-2026-11-05.pdf',
    'ServiceWise-2026-11-01-to-2026-11-05.pdf',
    'sales-reports.pdf',
  ])
})
