import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { DeskPaper } from '#render/desk-paper.ts'
import { renderDesk } from '#render/render-desk.ts'
import { dayClosePaper } from '#src/parts/papers/day-close-paper.ts'
import { invoicePaper } from '#src/parts/papers/invoice-paper.ts'
import { prescriptionPaper } from '#src/parts/papers/prescription-paper.ts'
import { receiptPaper } from '#src/parts/papers/receipt-paper.ts'
import { refundPaper } from '#src/parts/papers/refund-paper.ts'
import { slipPaper } from '#src/parts/papers/slip-paper.ts'
import {
  paperContext,
  prescriptionRow,
  receiptRow,
  refundRow,
  serviceRow,
  visitRow,
} from '#tests/helpers/paper/desk-paper-fixture.ts'
import { hasPoppler, pageInks, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const LOOK_AT = process.env.PAPERS_OUT
const MM = 72 / 25.4

async function print(paper: DeskPaper, name: string, images = new Map<string, Uint8Array>()) {
  const pdf = await renderDesk(paper, renderAssets(images))
  // For a visual check of a paper: PAPERS_OUT names a folder for the files.
  if (LOOK_AT) writeFileSync(`${LOOK_AT}/${name}.pdf`, pdf)
  return pdf
}

/** Returns the words of a paper in one line, as poppler reads them. */
const wordsOf = (pdf: Uint8Array) => pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ')

async function sizeInMm(pdf: Uint8Array) {
  const { width, height } = (await PDFDocument.load(pdf)).getPage(0).getSize()
  return { width: Math.round(width / MM), height: Math.round(height / MM) }
}

/** Returns the sums of a paper by their label. */
const sumsOf = ({ parts }: DeskPaper) =>
  Object.fromEntries(
    parts.flatMap((part) =>
      part.kind === 'sums' ? part.lines.map(({ label, value }) => [label, value]) : [],
    ),
  )

const strip = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#224488' } })
      .png()
      .toBuffer(),
  )

test.skipIf(!hasPoppler)('a receipt shows payer, amount and mode, in figures and in words', async () => {
  const receipts = [
    receiptRow(),
    receiptRow({ id: 'x', receipt_no: 'R-56', mode: 'Credit_Card', amount: 1500.5, ref_no: 'AUTH 77' }),
  ]
  const words = wordsOf(await print(receiptPaper(visitRow(), receipts, paperContext()), 'receipt-a4'))
  for (const said of [
    'Sunrise Diagnostics',
    'Main branch',
    'RECEIPT',
    'R-55, R-56',
    'Asha Verma',
    'P-000123',
    '42Y / Female',
    'Credit Card',
    'AUTH 77',
    '₹3,500.50',
    'Rupees three thousand five hundred and fifty paise only',
    '21 Nov 2026 11:35 AM',
    'Front Desk',
    'Page 1 of 1',
  ])
    expect(words).toContain(said)
  expect(words).not.toContain('Provisional')
})

test.skipIf(!hasPoppler)('a receipt that is on no server says so and names the device', async () => {
  const receipts = [receiptRow({ rev: 0, receipt_no: '', provisional_no: 'D1-7' })]
  const words = wordsOf(
    await print(receiptPaper(visitRow(), receipts, paperContext()), 'receipt-provisional'),
  )
  expect(words).toContain('Provisional, not yet on the server')
  expect(words).toContain('Desk 1')
  expect(words).toContain('D1-7')
})

test.skipIf(!hasPoppler)('a receipt on the server says so too, until its number is here', async () => {
  const receipts = [receiptRow({ rev: 1, receipt_no: '', provisional_no: 'D1-7' })]
  const words = wordsOf(await print(receiptPaper(visitRow(), receipts, paperContext()), 'receipt-no-number'))
  for (const said of ['Provisional, not yet on the server', 'Desk 1', 'D1-7']) expect(words).toContain(said)
  expect(words).not.toContain('printed before')
})

test.skipIf(!hasPoppler)('after delivery the final number is shown with the one printed before', async () => {
  const receipts = [receiptRow({ provisional_no: 'D1-7' })]
  const words = wordsOf(await print(receiptPaper(visitRow(), receipts, paperContext()), 'receipt-reprint'))
  expect(words).toContain('R-55 printed before as D1-7')
  expect(words).not.toContain('Provisional')
})

test.skipIf(!hasPoppler)('a roll is 80 mm wide, as long as its text, and has the same sums', async () => {
  const name = 'محمد عبد الرحمن الحسيني'
  const paper = receiptPaper(
    visitRow({ name }),
    [receiptRow({ mode: 'Online', ref_no: 'UTR 1' })],
    paperContext({ sheet: 'Thermal80' }),
  )
  const pdf = await print(paper, 'receipt-roll')
  const { width, height } = await sizeInMm(pdf)
  expect(width).toBe(80)
  expect(height).toBeGreaterThan(60)
  expect(height).toBeLessThan(200)
  const [ink] = pageInks(pdf)
  expect(ink?.left).toBeGreaterThan(3.5)
  expect(ink?.right).toBeLessThan(76.5)
  expect(wordsOf(pdf)).toContain('₹2,000.00')
  expect(wordsOf(pdf)).toContain('UTR 1')
})

test.skipIf(!hasPoppler)('names in Arabic and Devanagari are complete on a sheet', async () => {
  for (const [name, file] of [
    ['محمد عبد الرحمن', 'receipt-arabic'],
    ['आशा वर्मा', 'receipt-hindi'],
  ] as const) {
    const pdf = await print(receiptPaper(visitRow({ name }), [receiptRow()], paperContext()), file)
    expect(wordsOf(pdf)).toContain(name)
  }
})

test.skipIf(!hasPoppler)('a cancelled receipt shows by whom and why and adds to no total', async () => {
  const cancelled = receiptRow({
    status: 'Cancelled',
    cancelled_on: '2026-11-21T07:00:00.000Z',
    cancelled_by_name: 'Rhea',
    cancel_reason: 'typed twice',
  })
  const words = wordsOf(
    await print(receiptPaper(visitRow(), [cancelled], paperContext()), 'receipt-cancelled'),
  )
  expect(words).toContain('CANCELLED')
  expect(words).toContain('Cancelled by Rhea on 21 Nov 2026 12:30 PM: typed twice')
  expect(words).toContain('Total ₹0.00')
})

test.skipIf(!hasPoppler)('an invoice leaves out cancelled services and shows money by mode', async () => {
  const visit = visitRow({
    package: 'Head check',
    services: [...visitRow().services, serviceRow({ id: 'gone', name: 'MRI Knee', status: 12 })],
  })
  const receipts = [
    receiptRow(),
    receiptRow({ id: 'b', amount: 500, mode: 'GPay' }),
    receiptRow({ id: 'c', status: 'Cancelled' }),
  ]
  const paper = invoicePaper({ visit, receipts, refunds: [refundRow()] }, paperContext())
  const words = wordsOf(await print(paper, 'invoice-a4'))
  expect(sumsOf(paper)).toEqual({
    Charges: '₹4,500.00',
    Discount: '₹300.00',
    'Net amount': '₹4,200.00',
    'Received, Cash': '₹2,000.00',
    'Received, GPay': '₹500.00',
    Refunded: '₹200.00',
    Paid: '₹2,300.00',
    Balance: '₹1,900.00',
  })
  for (const said of [
    'PARTIAL PAID INVOICE',
    'CT Brain plain',
    'Head check',
    'Rupees four thousand two hundred only',
  ])
    expect(words).toContain(said)
  expect(words).not.toContain('MRI Knee')
})

test.skipIf(!hasPoppler)(
  "an invoice of a scheme is a credit invoice and shows the patient's share",
  async () => {
    const visit = visitRow({ ref_dr_scheme_id: 's', ref_dr_scheme: 'City Hospital 30', patient_share: 30 })
    const paper = invoicePaper({ visit, receipts: [], refunds: [] }, paperContext())
    expect(wordsOf(await print(paper, 'invoice-credit'))).toContain('CREDIT INVOICE')
    expect(sumsOf(paper)).toMatchObject({
      'Patient’s share (30 %)': '₹1,260.00',
      'Owed by the scheme': '₹2,940.00',
      'Patient’s balance': '₹1,260.00',
    })
  },
)

test.skipIf(!hasPoppler)('dinars have three decimals and no words', async () => {
  const money = { locale: 'en-KW', currency: 'KWD', decimals: 3 }
  const words = wordsOf(
    await print(
      receiptPaper(visitRow(), [receiptRow({ amount: 12.345 })], paperContext({ money })),
      'receipt-kwd',
    ),
  )
  expect(words).toContain('KWD 12.345')
  expect(words).not.toContain('Rupees')
})

test.skipIf(!hasPoppler)('a receipt names its services, on a sheet and on a roll', async () => {
  const services = [
    serviceRow(),
    serviceRow({ id: 'b', name: 'USG Abdomen', code: 'US-7' }),
    serviceRow({ id: 'c', name: 'MRI Knee', status: 12 }),
  ]
  for (const sheet of ['A4', 'Thermal80'] as const) {
    const paper = receiptPaper(visitRow({ services }), [receiptRow()], paperContext({ sheet }))
    const words = wordsOf(await print(paper, `receipt-for-${sheet}`))
    expect(words).toContain('Received for')
    expect(words).toContain('CT Brain plain')
    expect(words).toContain('USG Abdomen')
    expect(words).not.toContain('MRI Knee')
  }
  const gone = visitRow({ status: 12, services: services.map((one) => ({ ...one, status: 12 as const })) })
  expect(wordsOf(await print(receiptPaper(gone, [receiptRow()], paperContext()), 'receipt-gone'))).toContain(
    'MRI Knee',
  )
})

test.skipIf(!hasPoppler)(
  'an invoice has its own number and date, and offline a number that stays known',
  async () => {
    const facts = {
      invoice_no: 'INV2627-000012',
      invoice_date: '2026-11-21',
      invoice_provisional_no: 'I-FD2-1121-113000A',
      invoice_version: 2,
    }
    const printed = async (change: Partial<typeof facts>) => {
      const visit = visitRow({ ...facts, ...change })
      return wordsOf(
        await print(invoicePaper({ visit, receipts: [], refunds: [] }, paperContext()), 'invoice-no'),
      )
    }
    const final = await printed({})
    for (const said of ['INV2627-000012', '21 Nov 2026', 'version 2', 'printed before as I-FD2-1121-113000A'])
      expect(final).toContain(said)
    expect(final).not.toContain('Provisional')
    const offline = await printed({ invoice_no: '', invoice_date: '' })
    expect(offline).toContain('I-FD2-1121-113000A')
    expect(offline).toContain('Provisional, not yet on the server')
    expect(offline).not.toMatch(/printed before|Invoice date/)
    const neither = await printed({ invoice_no: '', invoice_date: '', invoice_provisional_no: '' })
    expect(neither).not.toMatch(/Invoice No|Invoice date|Provisional|printed before/)
  },
)

test.skipIf(!hasPoppler)(
  'an invoice has the ids of its branch and the payments, on a letterhead too',
  async () => {
    const branch = { ...paperContext().branch!, tax_no: 'GSTIN 27AAPFU0939F1ZV', company_no: 'U85110MH' }
    const invoiced = { visit: visitRow(), receipts: [receiptRow()], refunds: [] }
    for (const header_file_id of [null, 'head']) {
      const paper = invoicePaper(invoiced, paperContext({ branch: { ...branch, header_file_id } }))
      const words = wordsOf(await print(paper, 'invoice-ids', new Map([['head', await strip(1240, 240)]])))
      for (const said of ['GSTIN 27AAPFU0939F1ZV', 'U85110MH', 'Paid', 'Balance'])
        expect(words).toContain(said)
    }
    const bare = invoicePaper({ ...invoiced, receipts: [] }, paperContext())
    expect(wordsOf(await print(bare, 'invoice-bare'))).not.toMatch(/Tax number|Company number|Paid/)
  },
)

test.skipIf(!hasPoppler)('a letterhead is printed over the sheet and the text is below it', async () => {
  const branch = { ...paperContext().branch!, header_file_id: 'head', footer_file_id: 'foot' }
  const images = new Map([
    ['head', await strip(1240, 240)],
    ['foot', await strip(1240, 120)],
  ])
  const paper = invoicePaper({ visit: visitRow(), receipts: [], refunds: [] }, paperContext({ branch }))
  const pdf = await print(paper, 'invoice-letterhead', images)
  const [ink] = pageInks(pdf)
  expect(ink?.top).toBeLessThan(1)
  expect(ink?.bottom).toBeGreaterThan(296)
  expect(wordsOf(pdf)).not.toContain('Sunrise Diagnostics')
})

test.skipIf(!hasPoppler)('a missing letterhead is replaced by company and branch in words', async () => {
  const branch = { ...paperContext().branch!, header_file_id: 'head', footer_file_id: 'foot' }
  const paper = invoicePaper({ visit: visitRow(), receipts: [], refunds: [] }, paperContext({ branch }))
  const broken = new Map([['head', new Uint8Array(9)]])
  for (const images of [new Map<string, Uint8Array>(), broken]) {
    const words = wordsOf(await print(paper, 'invoice-no-letterhead', images))
    expect(words).toContain('Sunrise Diagnostics')
    expect(words).toContain(branch.name)
  }
})

test.skipIf(!hasPoppler)('on pre-printed paper the strips of the branch stay blank', async () => {
  const branch = {
    ...paperContext().branch!,
    invoice_print_margin_top: 60,
    invoice_print_margin_bottom: 40,
  }
  const services = Array.from({ length: 60 }, (_, index) => serviceRow({ id: String(index) }))
  const visit = visitRow({ services })
  const paper = invoicePaper(
    { visit, receipts: [], refunds: [] },
    paperContext({ branch, withLetterhead: false }),
  )
  const inks = pageInks(await print(paper, 'invoice-preprinted'))
  expect(inks.length).toBeGreaterThan(1)
  for (const ink of inks) {
    expect(ink?.top).toBeGreaterThan(59)
    expect(ink?.bottom).toBeLessThan(258)
  }
})

test.skipIf(!hasPoppler)('a prescription names doctor and licence', async () => {
  const words = wordsOf(
    await print(prescriptionPaper(visitRow(), prescriptionRow(), paperContext()), 'prescription'),
  )
  for (const said of ['Paracetamol 500 mg', 'Morning, Night', 'After meal', '5 days', 'Licence KMC 20412'])
    expect(words).toContain(said)
})

test.skipIf(!hasPoppler)('a refund and a day close print on both papers', async () => {
  const close = {
    id: 'd',
    branch_id: 'b',
    branch: 'Main branch',
    user_id: 'u',
    user: 'Front Desk',
    day: '2026-11-21',
    modes: [
      { mode: 'Cash', received: 2000, receipts: 1, refunded: 200, refunds: 1, taken_back: 0, net: 1800 },
    ],
    recorded_cash: 1800,
    counted_cash: 1750,
    difference: -50,
    note: 'A coin roll was short.',
    closed_on: '2026-11-21T13:00:00.000Z',
    closed_by: 'Front Desk',
    first_counted: null,
    counts: 0,
  }
  for (const sheet of ['A4', 'Thermal80'] as const) {
    const context = paperContext({ sheet })
    const refund = wordsOf(await print(refundPaper(visitRow(), refundRow(), context), `refund-${sheet}`))
    expect(refund).toContain('F-9')
    const closed = wordsOf(await print(dayClosePaper(close, context), `day-close-${sheet}`))
    expect(closed).toContain('-₹50.00')
    expect(closed).toContain('A coin roll was short.')
  }
})

test('the same record gives the same bytes', async () => {
  const paper = receiptPaper(visitRow(), [receiptRow()], paperContext())
  expect(await renderDesk(paper, renderAssets())).toEqual(await renderDesk(paper, renderAssets()))
})

const CODE_URL = 'https://wa.me/912255501400?text=REPORT%207KQ2MX4PABCDEFGHJKLM'

test.skipIf(!hasPoppler).each(['A4', 'Thermal80'] as const)(
  'receipt and visit slip on %s show the QR code with its purpose, and no code if none is known',
  async (sheet) => {
    const context = paperContext({ sheet, reportCodeUrl: CODE_URL })
    for (const [name, paper] of [
      ['receipt', receiptPaper(visitRow(), [receiptRow()], context)],
      ['slip', slipPaper(visitRow({ services: [serviceRow()] }), context)],
    ] as const) {
      expect(paper.parts.filter(({ kind }) => kind === 'code')).toMatchObject([{ text: CODE_URL }])
      const pdf = await print(paper, `${name}-code-${sheet}`)
      expect(wordsOf(pdf)).toContain('Scan the code and press Send.')
      expect(pageTexts(pdf)).toHaveLength(1)
    }
    const bare = receiptPaper(visitRow(), [receiptRow()], paperContext({ sheet }))
    expect(bare.parts.some(({ kind }) => kind === 'code')).toBe(false)
  },
)

test.skipIf(!hasPoppler)('a visit slip names the active services with their times, and no sum', async () => {
  const services = [serviceRow({ name: 'MRI Knee' }), serviceRow({ id: 'y', name: 'CT Brain', status: 12 })]
  const words = wordsOf(await print(slipPaper(visitRow({ services }), paperContext()), 'slip'))
  expect(words).toContain('VISIT SLIP')
  expect(words).toContain('MRI Knee')
  expect(words).not.toContain('CT Brain')
  expect(words).not.toMatch(/₹|Total|Net/)
})
