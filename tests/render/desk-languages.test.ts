import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language/languages.ts'
import type { DeskPaper } from '#render/desk-paper.ts'
import { readDocument } from '#render/pdf/read-document.ts'
import { renderDesk } from '#render/render-desk.ts'
import { invoicePaper } from '#src/parts/papers/invoice-paper.ts'
import type { PaperContext } from '#src/parts/papers/paper-context.ts'
import { PAPER_WORDS } from '#src/parts/papers/paper-words.ts'
import { receiptPaper } from '#src/parts/papers/receipt-paper.ts'
import { refundPaper } from '#src/parts/papers/refund-paper.ts'
import { slipPaper } from '#src/parts/papers/slip-paper.ts'
import { fetchWords } from '#src/ui/language/use-catalogue.ts'
import { paperContext, receiptRow, refundRow, visitRow } from '#tests/helpers/paper/desk-paper-fixture.ts'
import { hasPoppler, pageInks, placedWords } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

async function contextIn(language: Language, changes: Partial<PaperContext> = {}): Promise<PaperContext> {
  return paperContext({ language, words: await fetchWords(PAPER_WORDS, language), ...changes })
}

const print = (paper: DeskPaper) => renderDesk(paper, renderAssets())

/** Returns the lines of a paper in the order in which programs read them. */
const linesOf = async (pdf: Uint8Array) => (await readDocument(pdf)).words.split('\n')

const LANG = PDFName.of('Lang')
const languageOf = async (pdf: Uint8Array) => String((await PDFDocument.load(pdf)).catalog.get(LANG))

const CODE = 'https://wa.me/912255501400?text=REPORT%207KQ2MX4PABCDEFGHJKLM'
const visit = visitRow({
  ref_dr: 'Dr. Rao',
  ref_hospital: 'City Hospital',
  package: 'Head check',
  ref_dr_scheme_id: 's',
  ref_dr_scheme: 'Hospital 30',
  patient_share: 30,
  invoice_no: 'INV-12',
  invoice_date: '2026-11-21',
  invoice_provisional_no: 'I-7',
  invoice_version: 2,
})
const CANCELLED = {
  status: 'Cancelled',
  cancelled_on: '2026-11-21T07:00:00.000Z',
  cancelled_by_name: 'Rhea',
  cancel_reason: 'typed twice',
} as const

/** Returns a paper of each kind on which every part is printed. */
function papersIn(context: PaperContext): Record<string, DeskPaper> {
  const receipts = [
    receiptRow({ receipt_no: '', provisional_no: 'D1-7', tendered: 2500, is_unallocated: 1 }),
    receiptRow({ id: 'b', receipt_no: 'R-56', provisional_no: 'D1-8', mode: 'Credit_Card', amount: 1500.5 }),
    receiptRow({ id: 'c', receipt_no: 'R-57', mode: 'Other_UPI', ...CANCELLED }),
  ]
  const settled = receiptRow({ id: 'd', settlement_id: 'e', payer: 'City Hospital', amount: 100 })
  return {
    receipt: receiptPaper(visit, receipts, context),
    refund: refundPaper(visit, refundRow({ ...CANCELLED, reason: 'Wrong side' }), context),
    invoice: invoicePaper({ visit, receipts: [...receipts, settled], refunds: [refundRow()] }, context),
    slip: slipPaper({ ...visit, rev: 0 }, context),
  }
}

/** What the record, the letterhead and the machine give. */
const AS_RECORDED = [
  'Sunrise Diagnostics',
  'Main branch',
  '12 Lake Road, Pune 411001',
  'desk@sunrise.example',
  'Asha Verma',
  'Front Desk',
  'Desk 1',
  'City Hospital',
  'Hospital 30',
  'Head check',
  'Dr. Rao',
  'CT Brain plain',
  'X-ray Chest PA',
  'typed twice',
  'Wrong side',
  'Rhea',
  'UPI',
]
const NUMBERS = /[A-Z]+[\dA-Z]*-\d+/g

describe.each(LANGUAGES)('papers in %s', (language) => {
  test('say their language and are read from the heading to the end', async () => {
    const context = await contextIn(language)
    const { words } = context
    const pdf = await print(receiptPaper(visitRow(), [receiptRow()], context))
    expect(await languageOf(pdf)).toBe(`(${language})`)
    const lines = await linesOf(pdf)
    const places = [
      words.headings.receipt,
      words.facts.receiptNo,
      words.facts.patient,
      'Asha Verma',
      words.columns.amount,
      words.columns.receivedFor,
      'CT Brain plain',
      words.sums.total,
      'Front Desk',
      words.facts.takenBy,
    ].map((said) => lines.findIndex((line) => line.includes(said)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('show the same numbers, with Western figures', async () => {
    const numbersOf = async (paper: DeskPaper) =>
      (await readDocument(await print(paper))).words.match(/₹[\d,]+\.\d\d|[A-Z]+\d*-\d+/g)?.toSorted()
    const own = papersIn(await contextIn(language))
    for (const [kind, paper] of Object.entries(papersIn(await contextIn('en')))) {
      expect(await numbersOf(own[kind] as DeskPaper)).toEqual(await numbersOf(paper))
      expect((await readDocument(await print(own[kind] as DeskPaper))).words).not.toMatch(/(?![0-9])\p{Nd}/u)
    }
  })

  test.skipIf(!hasPoppler)('stay inside the sheet and the roll', async () => {
    for (const [sheet, width] of [
      ['A4', 210],
      ['Thermal80', 80],
    ] as const)
      for (const paper of Object.values(papersIn(await contextIn(language, { sheet, reportCodeUrl: CODE }))))
        for (const ink of pageInks(await print(paper))) {
          expect(ink?.left).toBeGreaterThan(3.5)
          expect(ink?.right).toBeLessThan(width - 3.5)
        }
  })
})

describe.each(['hi', 'ar'] as const)('nothing but the record is in English: papers in %s', (language) => {
  test('no English word is left', async () => {
    const context = await contextIn(language, { reportCodeUrl: CODE })
    const left = await Promise.all(
      Object.entries(papersIn(context)).map(async ([kind, paper]) => {
        const { words } = await readDocument(await print(paper))
        // The reader puts a blank after a hyphen at which a line may end.
        const text = words.replaceAll('- ', '-')
        const own = AS_RECORDED.reduce((rest, said) => rest.replaceAll(said, ''), text)
        return [kind, own.replace(NUMBERS, '').match(/\p{Script=Latin}+/gu) ?? []]
      }),
    )
    expect(left).toEqual(Object.keys(papersIn(context)).map((kind) => [kind, []]))
  })

  test('an amount is in figures only: no words for it are at hand', async () => {
    const context = await contextIn(language)
    expect(JSON.stringify(papersIn(context))).not.toContain('Rupees')
  })
})

test('a centre whose locale writes other figures has Western ones on an Arabic paper', async () => {
  const money = { locale: 'ar-EG', currency: 'EGP', decimals: 2 }
  const { words } = await readDocument(
    await print(receiptPaper(visitRow(), [receiptRow()], await contextIn('ar', { money }))),
  )
  expect(words).toContain('2,000.00')
})

test.skipIf(!hasPoppler)('an Arabic paper is mirrored, and an English or Hindi one is not', async () => {
  for (const language of LANGUAGES) {
    const context = await contextIn(language)
    const pdf = await print(invoicePaper({ visit: visitRow(), receipts: [], refunds: [] }, context))
    const words = placedWords(pdf)
    const leftOf = (text: string) => words.find((word) => word.text === text)?.left ?? Number.NaN
    const order = ['CT-101', 'CT', '₹3,000.00', '₹300.00', '₹2,700.00'].map(leftOf)
    const sorted = order.toSorted((a, b) => a - b)
    expect(order, language).toEqual(language === 'ar' ? sorted.toReversed() : sorted)
    // A label is beside its value, at the edge where a line begins.
    const value = words.find(({ text }) => text === 'P-000123')
    const label = words.find(({ text, top }) => text !== 'P-000123' && Math.abs(top - (value?.top ?? 0)) < 4)
    if (language === 'ar') expect(value?.right).toBeLessThan(label?.left ?? 0)
    else expect(value?.left).toBeGreaterThan(label?.right ?? Number.POSITIVE_INFINITY)
    // Amounts stand below each other by their last figure.
    const amounts = words.filter(({ text }) => ['₹4,500.00', '₹300.00', '₹4,200.00'].includes(text)).slice(-3)
    for (const { right } of amounts) expect(right).toBeCloseTo(amounts[0]?.right ?? 0, 0)
  }
})

test.skipIf(!hasPoppler)(
  'what is written from left to right keeps its order on an Arabic paper',
  async () => {
    const remarks = 'Paid by the brother, Mr. Ahmed; a copy goes to his office.'
    const visit = visitRow({ mobile: '+91 98765 43210' })
    const receipts = [receiptRow({ remarks, ref_no: 'AUTH 77' })]
    const words = placedWords(await print(receiptPaper(visit, receipts, await contextIn('ar'))))
    for (const said of [remarks, 'AUTH 77', '98765 43210']) {
      const lefts = said
        .split(' ')
        .map((text) => words.find((word) => word.text === text)?.left ?? Number.NaN)
      expect(lefts, said).toEqual(lefts.toSorted((a, b) => a - b))
    }
  },
)

test('an English paper of a centre in another country says that it is English', async () => {
  const paper = receiptPaper(visitRow(), [receiptRow()], await contextIn('en'))
  expect(await languageOf(await print({ ...paper, locale: 'fr-FR' }))).toBe('(en)')
})
