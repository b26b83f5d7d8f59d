import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PriorRow } from '#contract/calls/priors.ts'
import { type PriorsView, usePriorsView } from '#src/features/report/priors/use-priors-view.ts'
import { ReportAside } from '#src/features/report/ReportAside.tsx'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { Priors } from '#src/sync/priors/use-priors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { STUDY_ID } from './fixtures.ts'

/** The data of the device and the server; each test sets its own. */
const world = vi.hoisted(() => ({
  online: true,
  priors: { isLoading: false } as unknown,
  listeners: new Set<() => void>(),
  inserted: [] as string[],
  refused: [] as string[],
}))

vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/priors/use-priors.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const subscribe = (listener: () => void) => {
    world.listeners.add(listener)
    return () => world.listeners.delete(listener)
  }
  const usePriors = () => useSyncExternalStore(subscribe, () => world.priors)
  return { usePriors }
})
vi.mock('#src/sync/priors/held-prior.ts', () => ({
  heldPrior: async (_study: string, id: string) =>
    (world.priors as Priors).told?.priors.find(({ study_id }) => study_id === id),
}))
vi.mock('#src/ui/notes/notify.ts', () => ({
  notifyRefusal: (reason: string) => void world.refused.push(reason),
  notifyError: (error: unknown) => void world.refused.push(String(error)),
}))
vi.mock('#src/parts/comments/Comments.tsx', () => ({ Comments: () => null }))
vi.mock('#src/parts/documents/Documents.tsx', () => ({ Documents: () => null }))

beforeEach(() =>
  Object.assign(world, { online: true, priors: { isLoading: false }, inserted: [], refused: [] }),
)
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

/** Changes the data of the device. */
const tell = (priors: Partial<Priors>) =>
  act(() => {
    world.priors = { isLoading: false, ...priors }
    for (const listener of world.listeners) listener()
  })

let view: PriorsView
let writer: ReportWriter

/** Opens the column beside a text at its tab, as Alt+4 does. */
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
  const own = usePriorsView({
    studyId: STUDY_ID,
    sides,
    insert: (html) => void world.inserted.push(html),
    refusal: isLocked ? 'The report is signed.' : undefined,
  })
  useEffect(() => {
    view = own
  })
  return (
    <>
      <textarea aria-label="The text" />
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
    </>
  )
}
const list = () => screen.getByRole('list', { name: 'Former studies of the patient, newest first' })
const choose = () => fireEvent.click(within(list()).getAllByRole('button')[0]!)

test('the list shows date, modality, description, branch and conclusion, and takes the keyboard focus', async () => {
  open(told([prior(), prior({ study_id: 'b', filed: 0, conclusion: '', matched_by: 'patient_id' })], 3))
  const [first, second] = within(list()).getAllByRole('button')
  expect(first?.textContent).toBe('12 Mar 2026CT ThoraxAndheriNo nodule.')
  expect(second?.textContent).toContain('No report is signed yet.')
  expect(second?.textContent).toContain('Same patient ID')
  expect(screen.getByRole('link', { name: '3 older studies are in Archives' }).getAttribute('href')).toBe(
    '/archives',
  )
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('an opened prior shows its text, its addenda and its differences from the current text', async () => {
  open(told([prior()]))
  choose()
  expect(screen.getByRole('heading', { name: 'CT Thorax · 12 Mar 2026' })).toBeTruthy()
  expect(screen.getByText('Both lungs are clear.')).toBeTruthy()
  expect(screen.getByText('Left rib: old fracture.')).toBeTruthy()
  fireEvent.click(screen.getByText('Differences'))
  const part = await screen.findByRole('region', { name: 'Description' })
  expect(part.querySelector('del')?.textContent).toBe('clear')
  expect(part.querySelector('ins')?.textContent).toBe('hazy')
  // Text typed in between counts.
  await act(() => writer.type('report_data', '<p>Both lungs are clear.</p>'))
  await waitFor(() => expect(part.querySelector('del, ins')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'All priors' }))
  expect(list()).toBeTruthy()
})

test('"Compared with" is written for the open prior; without one the key shows the priors', async () => {
  open(told([prior()]))
  await act(async () => view.insertCompared())
  expect(world.inserted).toEqual([])
  choose()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Insert "Compared with …"' })))
  await act(async () => view.insertCompared())
  expect(world.inserted).toEqual(Array(2).fill('Compared with CT Thorax of 12 Mar 2026.'))
})

test('nothing is written into a locked text, and the button says why', async () => {
  open(told([prior()]), true)
  choose()
  const button = screen.getByRole('button', { name: 'Insert "Compared with …"' })
  expect(button.getAttribute('aria-description')).toBe('The report is signed.')
  fireEvent.click(button)
  await act(async () => view.insertCompared())
  expect(world.inserted).toEqual([])
})

test('a text that was never brought here is "Online only", and not mistaken for a patient without priors', () => {
  world.online = false
  open({})
  expect(screen.getByText('Online only')).toBeTruthy()
  expect(screen.getByText(/not known whether there are any/)).toBeTruthy()
  expect(screen.queryByText(/knew no former study/)).toBeNull()
  cleanup()
  open(told([]))
  expect(screen.getByText(/^At .* the server knew no former study/)).toBeTruthy()
  cleanup()
  world.online = true
  open(told([]))
  expect(screen.getByText('The server knows no former study of this patient that you may see.')).toBeTruthy()
})

test('a text that is too long to store is named with its conclusion and a link to it', () => {
  open(told([prior({ reports: undefined })]))
  choose()
  expect(screen.getByText(/^Online only: the text is too long/)).toBeTruthy()
  expect(screen.getByText('No nodule.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the report' }).getAttribute('href')).toContain('/report/')
})

test('a prior that the reader may no longer see is removed from the screen, and nothing about it is written', async () => {
  const other = prior({ study_id: 'b', study_desc: 'Abdomen' })
  open(told([prior(), other]))
  choose()
  expect(screen.getByText('Both lungs are clear.')).toBeTruthy()
  // Its data changed.
  tell(told([prior({ study_desc: 'Chest' }), other]))
  expect(screen.getByRole('heading', { name: 'CT Chest · 12 Mar 2026' })).toBeTruthy()
  await act(async () => view.insertCompared())
  expect(world.inserted).toEqual(['Compared with CT Chest of 12 Mar 2026.'])
  tell({ isLoading: true })
  expect(screen.queryByText('Both lungs are clear.')).toBeNull()
  tell(told([other]))
  expect(screen.queryByText('Both lungs are clear.')).toBeNull()
  expect(within(list()).getAllByRole('button')).toHaveLength(1)
  await act(async () => view.insertCompared())
  expect(world.inserted).toHaveLength(1)
})

const text = () => screen.getByRole('textbox', { name: 'The text' })
const rows = () => within(list()).getAllByRole('button')

test('a late list takes the focus only from a person who waits for it', () => {
  open({ isLoading: true })
  tell(told([prior()]))
  expect(document.activeElement).toBe(rows()[0])
  cleanup()
  open({ isLoading: true })
  text().focus()
  tell(told([prior()]))
  expect(document.activeElement).toBe(text())
  // The key requests the focus again, wherever it is.
  act(() => view.show())
  expect(document.activeElement).toBe(rows()[0])
})

test('a list that is rendered again leaves the focus where somebody types', () => {
  open(told([prior()]))
  text().focus()
  tell(told([]))
  tell(told([prior()]))
  expect(document.activeElement).toBe(text())
  act(() => view.setTab('comments'))
  act(() => view.setTab('priors'))
  expect(document.activeElement).toBe(text())
})

test('"All priors" returns to the row of the open prior', () => {
  open(told([prior(), prior({ study_id: 'b', study_desc: 'Abdomen' })]))
  fireEvent.click(rows()[1]!)
  const back = screen.getByRole('button', { name: 'All priors' })
  back.focus()
  fireEvent.click(back)
  expect(document.activeElement).toBe(rows()[1])
})

test('the key of "Compared with" says why nothing can be written', async () => {
  open(told([prior()]), true)
  await act(async () => view.insertCompared())
  expect(world.refused).toEqual([])
  choose()
  await act(async () => view.insertCompared())
  expect(world.refused).toEqual(['The report is signed.'])
  expect(world.inserted).toEqual([])
})
