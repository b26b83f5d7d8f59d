import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskPaper } from '#render/desk-paper.ts'
import { InvoiceDetail } from '#src/parts/papers/InvoiceDetail.tsx'
import { PrescriptionPrint } from '#src/parts/papers/PrescriptionPrint.tsx'
import { PAPER_WORDS } from '#src/parts/papers/paper-words.ts'
import { ReceiptDetail } from '#src/parts/papers/ReceiptDetail.tsx'
import { RefundDetail } from '#src/parts/papers/RefundDetail.tsx'
import { VisitSlip } from '#src/parts/papers/VisitSlip.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { prescriptionRow, receiptRow, refundRow, visitRow } from '#tests/helpers/paper/desk-paper-fixture.ts'

const world = vi.hoisted(() => ({
  patient: {} as { patient?: { language?: string | null }; isLoading: boolean },
  branches: {} as { branches: { id: string; patient_language?: string | null }[]; isLoading: boolean },
  papers: [] as unknown[],
  printed: 0,
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: false }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => undefined,
  currentSession: () => undefined,
}))
vi.mock('#src/sync/device-facts/use-device-facts.ts', () => ({ useDeviceName: () => 'Desk 1' }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [],
  useBranchDirectory: () => world.branches,
}))
vi.mock('#src/parts/booking/patient/use-patient-of-visit.ts', () => ({
  usePatientOfVisit: () => world.patient,
}))
vi.mock('#src/sync/desk/use-visit.ts', () => ({ useVisitParts: () => ({ rows: [] }) }))
vi.mock('#src/sync/preferences/use-preference.ts', () => ({
  usePreference: (_: string, __: unknown, usual: unknown) => [usual, () => undefined],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({ useKeptCall: () => ({}) }))
vi.mock('#src/sync/api/use-call.ts', () => ({ useCall: () => ({}) }))
vi.mock('#src/parts/booklet/print-pdf.ts', () => ({
  printPdf: async () => {
    world.printed += 1
  },
}))
vi.mock('#src/workers/pdf-client.ts', async (original) => ({
  ...(await original<object>()),
  renderDeskPdf: async (paper: DeskPaper) => {
    world.papers.push(paper)
    return new Blob(['%PDF'], { type: 'application/pdf' })
  },
}))

const VISIT = { ...visitRow(), isWaiting: false } as unknown as Parameters<typeof InvoiceDetail>[0]['visit']
const RECEIPTS = [receiptRow()]
const close = () => undefined
const slip = () => renderInApp(<VisitSlip visit={VISIT} onClose={close} />)
/** Returns the languages of the papers in the order in which they were made. */
const made = () => (world.papers as DeskPaper[]).map(({ language }) => language?.tag)
const radio = (name: string) => screen.findByRole('radio', { name })

beforeEach(() => {
  Object.assign(world, {
    patient: { patient: {}, isLoading: false },
    branches: { branches: [{ id: VISIT.branch_id }], isLoading: false },
    papers: [],
    printed: 0,
  })
  vi.stubGlobal(
    'URL',
    Object.assign(globalThis.URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const branchIn = (patient_language: string | null) => ({
  branches: [{ id: VISIT.branch_id, patient_language }],
  isLoading: false,
})

test.each([
  ['neither has one', {}, null, 'en'],
  ['the branch has one', { language: null }, 'hi', 'hi'],
  ['the patient has another one than the branch', { language: 'ar' }, 'hi', 'ar'],
  ['the patient wants English', { language: 'en' }, 'hi', 'en'],
])('the language of a paper if %s', async (_, patient, branch, language) => {
  Object.assign(world, { patient: { patient, isLoading: false }, branches: branchIn(branch) })
  slip()
  await waitFor(() => expect(made()).toEqual([language]))
  const names = { en: 'English', hi: 'हिन्दी', ar: 'العربية' }
  expect(await radio(names[language as keyof typeof names])).toHaveProperty('checked', true)
})

test('each of the papers that a patient gets is in their language', async () => {
  world.patient = { patient: { language: 'ar' }, isLoading: false }
  const papers = [
    <ReceiptDetail key="r" visit={VISIT} receipts={RECEIPTS} onClose={close} />,
    <RefundDetail key="f" visit={VISIT} refund={refundRow()} onClose={close} />,
    <InvoiceDetail key="i" visit={VISIT} onClose={close} />,
    <VisitSlip key="s" visit={VISIT} onClose={close} />,
  ]
  const { headings } = await PAPER_WORDS.others.ar()
  for (const [at, heading] of [
    headings.receipt,
    headings.refund,
    headings.invoice.plain,
    headings.slip,
  ].entries()) {
    world.papers = []
    renderInApp(papers[at])
    await waitFor(() => expect(world.papers).toHaveLength(1))
    const [{ parts, language } = {}] = world.papers as DeskPaper[]
    expect(language).toMatchObject({ tag: 'ar', direction: 'rtl' })
    expect(parts).toContainEqual({ kind: 'heading', text: heading })
    cleanup()
  }
})

test('a prescription is in English and offers no language', async () => {
  world.patient = { patient: { language: 'ar' }, isLoading: false }
  renderInApp(<PrescriptionPrint visit={VISIT} prescription={prescriptionRow()} onClose={close} />)
  await waitFor(() => expect(made()).toEqual(['en']))
  expect(screen.queryByRole('radio', { name: 'English' })).toBeNull()
})

test('a choice is for this print: the next dialog starts with the usual language', async () => {
  const { unmount } = slip()
  fireEvent.click(await radio('العربية'))
  await waitFor(() => expect(made()).toEqual(['en', 'ar']))
  expect(await radio('العربية')).toHaveProperty('checked', true)
  unmount()
  slip()
  await waitFor(() => expect(made()).toEqual(['en', 'ar', 'en']))
})

test('nothing is made or printed until the language is known', async () => {
  world.patient = { isLoading: true }
  function Desk() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          again
        </button>
        <ReceiptDetail visit={VISIT} receipts={RECEIPTS} printsItself onClose={close} />
      </>
    )
  }
  renderInApp(<Desk />)
  const again = () => fireEvent.click(screen.getByText('again'))
  expect(await screen.findByText('Setting the paper …')).toBeDefined()
  world.patient = { patient: { language: null }, isLoading: false }
  world.branches = { branches: [], isLoading: true }
  again()
  await new Promise((done) => setTimeout(done, 50))
  expect(made()).toEqual([])
  world.branches = branchIn('hi')
  again()
  await waitFor(() => expect(world.printed).toBe(1))
  expect(made()).toEqual(['hi'])
})

test('words that cannot be fetched leave the paper in its language, and the dialog says so', async () => {
  vi.spyOn(PAPER_WORDS.others, 'hi').mockRejectedValue(new Error('no network'))
  slip()
  fireEvent.click(await radio('हिन्दी'))
  expect(await screen.findByText(/The words in Hindi could not be fetched/)).toBeDefined()
  expect(await radio('English')).toHaveProperty('checked', true)
  expect(made()).toEqual(['en'])
  fireEvent.click(await radio('العربية'))
  await waitFor(() => expect(made()).toEqual(['en', 'ar']))
  expect(screen.queryByText(/could not be fetched/)).toBeNull()
})
