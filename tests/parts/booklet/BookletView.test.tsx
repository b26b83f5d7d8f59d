import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useReducer } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { BookletView } from '#src/parts/booklet/BookletView.tsx'
import { KeyImages } from '#src/parts/booklet/KeyImages.tsx'
import { OfflineError } from '#src/sync/api/call-api.ts'
import type { ShownBooklet } from '#src/sync/booklets/use-booklet.ts'
import type { BookletInput } from '#src/workers/pdf-client.ts'
import { detail, report, STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const PAPER: PaperBody = {
  study_id: STUDY_ID,
  branch_name: 'Andheri',
  margins: { top: 18, right: 18, bottom: 18, left: 18 },
  margins_plain: { top: 18, right: 18, bottom: 18, left: 18 },
  header_file_id: null,
  footer_file_id: null,
  header_height_mm: 0,
  footer_height_mm: 0,
  booklet_front_file_id: null,
  booklet_back_file_id: null,
  dob_age: 'BOTH',
  disclaimer: 'For the physician.',
  show_second_dr_sign: 0,
  results_wait_for_payment: 0,
  signatures: [
    {
      report_id: report().id,
      role: 'Signed',
      name: 'Dr Asha Nair',
      title: 'MD',
      licence_no: 'MMC 1',
      image_url: '',
      at: '2026-11-20T10:00:00Z',
    },
  ],
  addenda: [],
}
const SIGNED = report({
  status: 'Signed',
  signed_on: '2026-11-20T10:00:00Z',
  signed_by_doctor: 'Dr Asha Nair',
  signed_hash: 'ab12',
  conclusion: '<p>No nodule.</p>',
})
const BOOKLET: ShownBooklet = {
  id: 'booklet',
  rev: 1,
  study_id: STUDY_ID,
  pagesize: 'A4',
  layout: '2x2',
  empty_area_bg: 'black',
  img_file_ids: ['picture'],
  isWaiting: false,
}

const desk = vi.hoisted(() => ({
  booklet: undefined as unknown,
  reports: [] as unknown[],
  payment: '',
  paper: undefined as unknown,
  isOnline: true,
  asked: 0,
  printed: [] as unknown[],
  saved: [] as string[],
}))
vi.mock('#src/sync/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ main_modules: ['booklet'], modules: [] }),
}))
vi.mock('#src/sync/booklets/use-booklet.ts', () => ({
  useBooklet: () => ({ booklet: desk.booklet, isLoading: false }),
}))
vi.mock('#src/sync/reports/use-report.ts', () => ({
  useReportDetail: () => ({
    detail: detail({
      study: study({ payment_status: desk.payment }),
      reports: desk.reports as ReportRow[],
    }),
    isLoading: false,
  }),
}))
vi.mock('#src/sync/reports/find-paper.ts', () => ({
  findPaper: async () => {
    desk.asked += 1
    if (desk.paper instanceof Error) throw desk.paper
    return { paper: await desk.paper, from: 'server' }
  },
  findPaperImages: async () => new Map(),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: desk.isOnline }) }))
vi.mock('#src/workers/pdf-client.ts', async (original) => ({
  ...(await original<object>()),
  renderBookletPdf: async (input: unknown) => {
    desk.printed.push(input)
    return new Blob(['%PDF-'])
  },
}))
vi.mock('#src/ui/files/download-blob.ts', () => ({
  downloadBlob: (_: Blob, name: string) => desk.saved.push(name),
}))
vi.mock('#src/parts/booklet/StoredPicture.tsx', () => ({
  StoredPicture: ({ label }: { label: string }) => <img alt={label} src="data:," />,
}))

beforeEach(() => {
  Object.assign(desk, {
    booklet: BOOKLET,
    reports: [SIGNED],
    payment: '',
    paper: PAPER,
    isOnline: true,
    asked: 0,
    printed: [],
    saved: [],
  })
})
afterEach(cleanup)

let redraw = () => undefined as void
function View() {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    redraw = draw
  }, [])
  return <BookletView studyId={STUDY_ID} opened onClose={() => undefined} />
}
const open = () => renderInApp(<View />)
/** Changes the device's data while the booklet is open. */
const learn = (change: Partial<typeof desk>) =>
  act(() => {
    Object.assign(desk, change)
    redraw()
  })
const printed = () => desk.printed as BookletInput[]

test('the report precedes the pictures, on the sheets and in the file, with its signer', async () => {
  open()
  const sheet = await screen.findByRole('region', { name: 'Report CT Thorax' })
  for (const words of ['Lungs clear.', 'No nodule.', /Dr Asha Nair/])
    expect(within(sheet).getByText(words)).toBeTruthy()
  const sheets = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))
  expect(sheets.filter((name) => /^(Report|Page)/.test(name ?? ''))).toEqual([
    'Report CT Thorax',
    'Page 1 of 1',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(desk.saved).toEqual(['Booklet P-1007 A-99 2026-11-20 CT Thorax.pdf']))
  expect(printed()[0]).toMatchObject({
    title: 'Booklet · CT Thorax · A-99 · 20 Nov 2026',
    patient: { name: 'MEERA RAO', id: 'P-1007' },
    reports: [
      {
        description: '<p>Lungs clear.</p>',
        conclusion: '<p>No nodule.</p>',
        signatures: [{ name: 'Dr Asha Nair', licenceNo: 'MMC 1' }],
        check: { hash: 'ab12' },
      },
    ],
    disclaimer: 'For the physician.',
    pictures: { imageIds: ['picture'] },
  })
})

test('a draft is in no booklet, and one that waits on this device is marked', async () => {
  desk.reports = [
    report({ report_no: 2, report_data: '<p>Being written.</p>' }),
    { ...SIGNED, signed_hash: '' },
  ]
  open()
  expect(await screen.findByText('Lungs clear.')).toBeTruthy()
  expect(screen.queryByText('Being written.')).toBeNull()
  expect(screen.getByText(/^Provisional, not yet filed/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(printed()[0]).toMatchObject({ mark: 'provisional', reports: [{ name: 'CT Thorax' }] }),
  )
})

test('a report without pictures is a booklet, and nothing at all is none', async () => {
  desk.booklet = undefined
  open()
  expect(await screen.findByText('Lungs clear.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: /^Page/ })).toBeNull()
  cleanup()
  desk.reports = []
  open()
  expect(await screen.findByText('There is nothing in this booklet yet.')).toBeTruthy()
})

test('an unpaid report cannot be read or handed out in any booklet', async () => {
  desk.payment = 'Pending'
  desk.paper = { ...PAPER, results_wait_for_payment: 1 }
  const { container } = open()
  expect(await screen.findByText('Lungs clear.')).toBeTruthy()
  for (const name of ['Download', 'Print']) {
    fireEvent.click(screen.getByRole('button', { name }))
    await expectRefusedAt(
      container.ownerDocument.body,
      'Payment is pending; you may not print or download this report.',
    )
  }
  expect(printed()).toEqual([])
})

test('a report without its letterhead is never left out silently; pictures alone are still available', async () => {
  desk.paper = new OfflineError()
  const { container } = open()
  expect(
    await screen.findByText(
      'The letterhead of this centre is not on this device yet; it needs the network once.',
    ),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await expectRefusedAt(container.ownerDocument.body, 'letterhead of this centre is not on this device')
  expect(printed()).toEqual([])
  cleanup()
  desk.reports = []
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(printed()[0]).toMatchObject({ reports: [], pictures: { imageIds: ['picture'] } }),
  )
})

test('a signature filed while the booklet is open is requested, and nothing is printed before the response', async () => {
  desk.paper = { ...PAPER, signatures: [] }
  desk.reports = [{ ...SIGNED, signed_hash: '' }]
  open()
  expect(await screen.findByText(/^Provisional, not yet filed/)).toBeTruthy()
  const answer = Promise.withResolvers<PaperBody>()
  learn({ paper: answer.promise, reports: [SIGNED] })
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  // The report stays readable while its paper is being made.
  expect(screen.getByText('Lungs clear.')).toBeTruthy()
  expect(printed()).toEqual([])
  answer.resolve(PAPER)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Download' }).hasAttribute('data-loading')).toBe(false),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(printed()).toMatchObject([
      { reports: [{ check: { hash: 'ab12' }, signatures: [{ licenceNo: 'MMC 1' }] }] },
    ]),
  )
})

test('a booklet that failed offline is ready when the network is back', async () => {
  Object.assign(desk, { paper: new OfflineError(), isOnline: false })
  open()
  expect(await screen.findByText(/letterhead of this centre is not on this device/)).toBeTruthy()
  learn({ paper: PAPER, isOnline: true })
  await waitFor(() => expect(screen.queryByText(/letterhead of this centre/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(printed()[0]).toMatchObject({ reports: [{ name: 'CT Thorax' }] }))
})

test('a loaded paper stays when the network is lost; the same reports request it once', async () => {
  open()
  expect(await screen.findByText(/MMC 1|Dr Asha Nair/)).toBeTruthy()
  learn({ reports: [{ ...SIGNED }] })
  await screen.findByText('Lungs clear.')
  expect(desk.asked).toBe(1)
  learn({ paper: new OfflineError(), isOnline: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() => expect(printed()[0]).toMatchObject({ reports: [{ name: 'CT Thorax' }] }))
})

test('key images alone have their own file name, and their foot names the patient and no referrer', async () => {
  renderInApp(<KeyImages studyId={STUDY_ID} layout="3x2" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() => expect(desk.saved).toEqual(['Key images P-1007 A-99 2026-11-20 CT Thorax.pdf']))
  const [pictures] = printed()
  expect(pictures).toMatchObject({
    title: 'Key images · CT Thorax · A-99 · 20 Nov 2026',
    patient: { name: 'MEERA RAO', id: 'P-1007' },
    foot: ['CT · CT Thorax', 'A-99', expect.stringMatching(/^20 Nov 2026/)],
    reports: [],
  })
})

test('the foot of a booklet with a report has accession number and time; the report has the rest', async () => {
  open()
  expect(await screen.findByText('Lungs clear.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(printed()[0]?.foot).toEqual(['A-99', expect.stringMatching(/^20 Nov 2026/)]))
})
