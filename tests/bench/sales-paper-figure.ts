import type { InvoiceRow, SalesTotals } from '#contract/calls/sales-records.ts'
import { runInThread } from '#server/features/documents-html/public/run-in-thread.ts'
import { framePaper } from '#server/features/sales-papers/frame-paper.ts'
import type { FiguresPaperInput } from '#server/features/sales-papers/paper-thread.ts'
import { tableOf } from '#server/features/sales-papers/public/columns.ts'
import { salesTexts } from '#server/features/sales-papers/public/texts.ts'
import { hashRows } from '#server/features/sales-papers/row-hash.ts'
import { INVOICE_COLUMNS } from '#server/features/sales-papers/tables.ts'
import { type Figure, medianOfFive, ms } from './figures.ts'

const INVOICES = 500
const LIMIT_MS = 5_000
const THREAD = new URL('../../server/features/sales-papers/paper-thread.ts', import.meta.url)
const BRANCH = 'b'
const DAY = '2026-11-23'
const MONEY = { locale: 'en-IN', currency: 'INR', decimals: 2 }

const invoiceOf = (n: number): InvoiceRow => ({
  id: String(n),
  invoice_no: `INV2627-${String(n).padStart(6, '0')}`,
  invoice_date: DAY,
  start_dt: new Date(Date.UTC(2026, 10, 1 + (n % 22), 4, n % 60)).toISOString(),
  branch_id: BRANCH,
  branch: 'Andheri',
  status: 7,
  created_by: null,
  created_by_name: 'Pooja Sawant',
  payment_status: n % 3 === 0 ? 'Partial_Paid' : 'Paid',
  patient_id: String(n),
  pat_id: `SAN-${10_000 + n}`,
  pat_name: n % 40 === 0 ? 'आशा वर्मा' : `Asha Verma ${n}`,
  ref_dr_scheme_id: null,
  ref_dr_scheme_type: '',
  scheme: '',
  patient_share: 100,
  visit_no: `V${100_000 + n}`,
  services: [
    { modality: 'CT', name: 'CT Brain Plain' },
    { modality: 'MR', name: 'MRI Lumbar Spine' },
  ],
  referred_by: ['Dr. Nilesh Bhat', 'Lilavati Hospital'],
  referred_by_dr: ['Dr. Nilesh Bhat'],
  referred_by_hospital: ['Lilavati Hospital'],
  referred_by_other: [],
  ref_dr_id: null,
  ref_hospital_id: null,
  remarks: [],
  charges: 9_300 + n,
  discount: 300,
  net_charges: 9_000 + n,
  paid: 9_000,
  balance: n,
  hidden_discount: null,
  modes_received: [
    { mode: 'Cash', amount: 4_000 },
    { mode: 'Online', amount: 5_000 },
  ],
  refund: 0,
})

/** Measures the sales report's PDF of 500 invoices, from its rows to its bytes, in a fresh thread as on the server. */
export async function salesPaperFigure(): Promise<Figure> {
  const totals: SalesTotals = {
    visits: INVOICES,
    charges: 0,
    discount: 0,
    hidden_discount: null,
    net_charges: 0,
    paid: 0,
    balance: 0,
  }
  const rows = Array.from({ length: INVOICES }, (_, n) => invoiceOf(n))
  const zone = { zone: 'Asia/Kolkata', branchIds: [BRANCH], from: new Date(0), until: new Date(0) }
  const texts = salesTexts(MONEY, { branchIds: [BRANCH], fromDay: DAY, toDay: DAY, zones: [zone] }, false)
  const make = async () => {
    const began = performance.now()
    const frame = {
      title: 'Sales report',
      issuer: ['Sanjeevani'],
      letterhead: undefined,
      branch: 'Andheri',
      fromDay: DAY,
      toDay: DAY,
      asAt: { pos: 1, at: '2026-11-23T09:00:00.000Z' },
      scope: { self_created: 0, invoices: 'All' },
      reader: 'Manager',
    } as const
    const parts = [tableOf(INVOICE_COLUMNS, rows, totals, texts)]
    const paper = framePaper(frame, parts, texts, hashRows(parts))
    const work: FiguresPaperInput = { paper, images: new Map() }
    const pdf = await runInThread<Uint8Array>(THREAD, work, { memoryMb: 512, timeoutMs: 60_000 })
    if (!pdf) throw new Error('the paper could not be set')
    return performance.now() - began
  }
  const median = await medianOfFive(make)
  return {
    name: `PDF of ${INVOICES} invoices, from its rows to its bytes`,
    value: ms(median),
    control: '',
    limit: `under ${LIMIT_MS.toLocaleString('en-US')} ms`,
    ok: median < LIMIT_MS,
  }
}
