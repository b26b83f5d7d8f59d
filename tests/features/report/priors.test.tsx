import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PriorRow } from '#contract/calls/priors.ts'
import { ReportAside } from '#src/features/report/aside/ReportAside.tsx'
import { type PriorsView, usePriorsView } from '#src/features/report/priors/use-priors-view.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { Priors } from '#src/sync/priors/use-priors.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { STUDY_ID } from './fixtures.ts'

/** What the device and the server would say; each test sets its own. */
const world = vi.hoisted(() => ({
  online: true,
  priors: { isLoading: false } as unknown,
  inserted: [] as string[],
}))

vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/priors/use-priors.ts', () => ({ usePriors: () => world.priors }))
vi.mock('#src/parts/comments/Comments.tsx', () => ({ Comments: () => null }))
vi.mock('#src/parts/documents/Documents.tsx', () => ({ Documents: () => null }))

beforeEach(() => Object.assign(world, { online: true, priors: { isLoading: false }, inserted: [] }))
afterEach(cleanup)

const prior = (change: Partial<PriorRow> = {}): PriorRow => ({
  study_id: '01990000-0000-7000-8000-0000000000f1',
  study_datetime: '2026-03-12T08:30:00Z',
  modality: 'CT',
  study_desc: 'Thorax',
  branch: 'Andheri',
  status: 'Signed',
  matched_by: 'record',
  conclusion: 'No nodule.',
  filed: 1,
  reports: [
    {
      report_id: '01990000-0000-7000-8000-0000000000f2',
      report_no: 1,
      report_name: 'CT Thorax',
      report_data: '<p>Both lungs are clear.</p>',
      conclusion: '<p>No nodule.</p>',
      recommendation: '',
      status: 'Signed',
      signed_on: '2026-03-12T10:00:00Z',
      signed_by_doctor: 'Dr Asha',
      addenda: [
        {
          content: '<p>Left rib: old fracture.</p>',
          signed_by: 'Dr Asha',
          signed_on: '2026-03-13T10:00:00Z',
        },
      ],
    },
  ],
  ...change,
})
const told = (priors: PriorRow[], older = 0): Partial<Priors> => ({
  told: { priors, older },
  at: new Date('2026-11-20T09:00:00Z'),
  isLoading: false,
})

let view: PriorsView
let writer: ReportWriter

/** The column beside a text, opened at its tab as Alt+4 does. */
function open(priors: Partial<Priors>, isLocked = false) {
  world.priors = { isLoading: false, ...priors }
  const text = {
    report_name: 'CT Thorax',
    report_data: '<p>Both lungs are hazy.</p>',
    conclusion: '',
    recommendation: '',
  }
  const draft = { ...text, report_id: 'r', study_id: STUDY_ID, report_no: 1, base_rev: undefined, updated: 0 }
  writer = new ReportWriter(draft, text, {
    keep: async () => undefined,
    save: async () => undefined,
    now: () => 0,
    onDirty: () => undefined,
  })
  renderInApp(<Column isLocked={isLocked} />, '/')
  act(() => view.show())
}

function Column({ isLocked }: { isLocked: boolean }) {
  const sides = { isNarrow: false, isOpen: () => true, toggle: () => {}, open: () => {}, uncover: () => {} }
  const own = usePriorsView(sides, isLocked ? undefined : (html) => void world.inserted.push(html))
  useEffect(() => {
    view = own
  })
  return (
    <ReportAside
      rev={1}
      view={own}
      writer={writer}
      studyId={STUDY_ID}
      reportId="r"
      loadImage={async () => undefined}
      restoreRefusal={isLocked ? 'The report is signed.' : undefined}
      onRestore={() => {}}
    />
  )
}
const list = () => screen.getByRole('list', { name: 'Former studies of the patient, newest first' })
const choose = () => fireEvent.click(within(list()).getAllByRole('button')[0]!)

test('the list says date, modality, description, branch and conclusion, and takes the focus of the keyboard', async () => {
  open(told([prior(), prior({ study_id: 'b', filed: 0, conclusion: '', matched_by: 'patient_id' })], 3))
  const [first, second] = within(list()).getAllByRole('button')
  expect(first?.textContent).toBe('12 Mar 2026CT ThoraxAndheriNo nodule.')
  expect(second?.textContent).toContain('No report is signed yet.')
  expect(second?.textContent).toContain('Same patient ID')
  expect(screen.getByRole('link', { name: '3 older studies stand in Archives' }).getAttribute('href')).toBe(
    '/archives',
  )
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a prior that is opened shows its text, its addenda and what differs from the text that is written', async () => {
  open(told([prior()]))
  choose()
  expect(screen.getByRole('heading', { name: 'CT Thorax · 12 Mar 2026' })).toBeTruthy()
  expect(screen.getByText('Both lungs are clear.')).toBeTruthy()
  expect(screen.getByText('Left rib: old fracture.')).toBeTruthy()
  fireEvent.click(screen.getByText('Differences'))
  const part = await screen.findByRole('region', { name: 'Description' })
  expect(part.querySelector('del')?.textContent).toBe('clear')
  expect(part.querySelector('ins')?.textContent).toBe('hazy')
  // What is typed meanwhile counts.
  await act(() => writer.type('report_data', '<p>Both lungs are clear.</p>'))
  await waitFor(() => expect(part.querySelector('del, ins')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'All priors' }))
  expect(list()).toBeTruthy()
})

test('"Compared with" is written for the prior that is open; without one the key shows the priors', () => {
  open(told([prior()]))
  act(() => view.insertCompared())
  expect(world.inserted).toEqual([])
  choose()
  fireEvent.click(screen.getByRole('button', { name: 'Insert "Compared with …"' }))
  act(() => view.insertCompared())
  expect(world.inserted).toEqual(Array(2).fill('Compared with CT Thorax of 12 Mar 2026.'))
})

test('nothing is written into a locked text, and the button says why', () => {
  open(told([prior()]), true)
  choose()
  const button = screen.getByRole('button', { name: 'Insert "Compared with …"' })
  expect(button.getAttribute('aria-description')).toBe('The report is signed.')
  fireEvent.click(button)
  act(() => view.insertCompared())
  expect(world.inserted).toEqual([])
})

test('what was never brought here is "Online only", and not taken for a patient without priors', () => {
  world.online = false
  open({})
  expect(screen.getByText('Online only')).toBeTruthy()
  expect(screen.getByText(/cannot say whether there are any/)).toBeTruthy()
  expect(screen.queryByText(/knew no former study/)).toBeNull()
  cleanup()
  open(told([]))
  expect(screen.getByText(/^At .* the server knew no former study/)).toBeTruthy()
  cleanup()
  world.online = true
  open(told([]))
  expect(screen.getByText('The server knows no former study of this patient that you may see.')).toBeTruthy()
})

test('a text that is too long to be kept is named with its conclusion and a way to it', () => {
  open(told([prior({ reports: undefined })]))
  choose()
  expect(screen.getByText(/^Online only: the text is too long/)).toBeTruthy()
  expect(screen.getByText('No nodule.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the report' }).getAttribute('href')).toContain('/report/')
})
