import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import SyncCentre from '#src/features/sync-centre/SyncCentre.tsx'
import { OfflineError } from '#src/sync/api/errors.ts'
import { useUnsavedTexts } from '#src/sync/drafts/use-unsaved-texts.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type Queue, type QueueItem, settleFlag, useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { giveUp, retryParked } from '#src/sync/outbox/refused/parked.ts'
import { dropDraft } from '#src/sync/reports/drafts.ts'
import { exportSealed, importSealed } from '#src/sync/sealed/sealed-file.ts'
import { type OpenCritical, useOpenCriticals } from '#src/sync/study-parts/use-open-criticals.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { queueItem, queueWith } from './queue-fixtures.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
vi.mock('#src/sync/outbox/look/use-queue.ts', () => ({
  useQueue: vi.fn(),
  settleFlag: vi.fn(async () => undefined),
}))
vi.mock('#src/sync/drafts/use-unsaved-texts.ts', () => ({ useUnsavedTexts: vi.fn(() => []) }))
vi.mock('#src/sync/reports/drafts.ts', () => ({ dropDraft: vi.fn(async () => undefined) }))
vi.mock('#src/sync/outbox/refused/parked.ts', () => ({
  retryParked: vi.fn(async () => undefined),
  giveUp: vi.fn(async () => 'gone'),
}))
vi.mock('#src/sync/study-parts/use-open-criticals.ts', () => ({ useOpenCriticals: vi.fn(() => []) }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => undefined }))
vi.mock('#src/sync/sealed/use-held.ts', () => ({
  useHeld: () => ({ commands: [], refresh: () => undefined }),
  releaseHeld: vi.fn(),
  discardHeld: vi.fn(),
}))
vi.mock('#src/sync/sealed/sealed-file.ts', () => ({ exportSealed: vi.fn(), importSealed: vi.fn() }))

const waiting = queueItem({
  id: 'waiting',
  label: 'Report 1 of CT Brain',
  attempts: 3,
  problem: 'The server could not be reached.',
})
const refused = queueItem({
  id: 'refused',
  label: 'Report 1 of MR Knee',
  state: 'needs_you',
  reason: 'The report is already signed.',
})
const disputed = queueItem({
  id: 'disputed',
  label: 'Report 2 of CT Chest',
  state: 'needs_you',
  isConflict: true,
})
const flagged = queueItem({
  id: 'flagged',
  label: 'Visit of the morning',
  state: 'flagged',
  flags: ['needs_slot'],
  onServerAt: new Date(),
})

const show = (...items: QueueItem[]) => shown(queueWith(...items))
function shown(queue: Queue, path = '/sync') {
  vi.mocked(useQueue).mockReturnValue(queue)
  renderInApp(<SyncCentre />, path)
}
const region = (name: RegExp) => screen.getByRole('region', { name })
const online = (isOnline: boolean) =>
  vi.mocked(useLink).mockReturnValue({ online: isOnline, since: new Date() })

beforeEach(() => online(true))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.mocked(useUnsavedTexts).mockReturnValue([])
})

test('an empty queue is not claimed before the state is known', () => {
  shown({ ...queueWith(), isLoading: true })
  expect(screen.queryByText('Everything is on the server.')).toBeNull()
})

test('a critical result that nobody was told of is above the queue and links to its record', () => {
  const critical = { id: 'c', study_id: 'one', tag: 'Critical result', opened_on: '2026-11-21T08:00:00Z' }
  const open = [{ critical, study: studyRowOf({ id: 'one' }) }] as unknown as readonly OpenCritical[]
  vi.mocked(useOpenCriticals).mockReturnValueOnce(open)
  show()
  const section = region(/Critical results to tell/)
  expect(section.textContent).toContain('Test Person')
  expect(within(section).getByRole('link', { name: 'Record' }).getAttribute('href')).toBe(
    '/study/one?open=critical',
  )
})

test('an empty queue says that everything is on the server', () => {
  show()
  expect(screen.getByText('Everything is on the server.')).toBeDefined()
})

test('texts without a change are listed, and the page does not claim that everything is on the server', () => {
  const at = new Date()
  vi.mocked(useUnsavedTexts).mockReturnValue([
    {
      id: 'one',
      label: 'Save report 1 "Chest CT"',
      at,
      needsPerson: false,
      words: 'Clear.',
      place: { studyId: 'one' },
    },
    {
      id: 'two',
      label: 'Addendum to report 2',
      at,
      needsPerson: true,
      words: 'Stable.',
      place: { studyId: 'two' },
    },
  ])
  show()
  expect(screen.queryByText('Everything is on the server.')).toBeNull()
  const [first, second] = within(region(/^Typed and not saved/)).getAllByRole('listitem')
  expect(first?.textContent).toContain('It is saved automatically within a minute.')
  expect(second?.textContent).toContain('Only you can save it: open it.')
  expect(within(second!).getByRole('link', { name: 'Open the report' }).getAttribute('href')).toBe(
    '/report/two',
  )
})

test('a text that only a person saves can be copied, and is discarded after the question of other discards', async () => {
  const place = { peer: 'reading', readingId: 'r1' } as const
  const label = 'Second reading of "CT Thorax"'
  vi.mocked(useUnsavedTexts).mockReturnValue([
    { id: 'peer:reading:r1', label, at: new Date(), needsPerson: true, words: 'A nodule.', place },
    {
      id: 'one',
      label: 'Save report 1',
      at: new Date(),
      needsPerson: false,
      words: 'Clear.',
      place: { studyId: 'one' },
    },
  ])
  const user = userEvent.setup()
  show()
  const section = within(region(/^Typed and not saved/))
  await user.click(section.getByRole('button', { name: 'Copy text' }))
  expect(await navigator.clipboard.readText()).toBe('A nodule.')
  await user.click(section.getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard this text?' })
  expect(dialog.textContent).toContain(label)
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }))
  expect(dropDraft).not.toHaveBeenCalled()
  await user.type(within(dialog).getByRole('textbox'), 'discard')
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }))
  expect(vi.mocked(dropDraft).mock.calls).toEqual([['peer:reading:r1']])
})

test('an unreadable text is shown as such, and can be discarded', () => {
  const label = 'A text that cannot be read on this device'
  vi.mocked(useUnsavedTexts).mockReturnValue([
    { id: 'r', label, at: new Date(), needsPerson: true, words: undefined, place: { studyId: 'one' } },
  ])
  show()
  const row = within(region(/^Typed and not saved/)).getByRole('listitem')
  expect(row.textContent).toContain('damaged')
  expect(within(row).queryByRole('button', { name: 'Copy text' })).toBeNull()
  expect(within(row).getByRole('button', { name: 'Discard' })).toBeDefined()
})

test('each change is in the section of its state, with changes that need a person first', () => {
  show(waiting, refused, flagged)
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Needs you 1',
    'Waiting on this device 1',
    'On server, with something to do 1',
    'This device',
  ])
  expect(region(/^Needs you/).textContent).toContain('The report is already signed.')
  expect(region(/^Waiting/).textContent).toMatch(/On this device \d\d:\d\d.* old · 3 tries/)
  expect(region(/^On server/).textContent).toMatch(/On server \d\d:\d\d.*Needs slot/)
})

test('two conflicting texts lead to the editor and are not retried unchanged', () => {
  show(disputed)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the report' }).getAttribute('href')).toBe('/report/study-1')
})

test('an accepted change with a task left disappears once the task is done', async () => {
  show(flagged)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(settleFlag).toHaveBeenCalledWith('flagged')
})

test('several changes are selected and retried at once; a conflict among them is left to the editor', async () => {
  show(refused, disputed, waiting)
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
  expect(screen.getByText('3 selected')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try 1 again' }))
  expect(vi.mocked(retryParked).mock.calls).toEqual([['refused']])
})

test('only the selected changes are exported', async () => {
  vi.mocked(exportSealed).mockResolvedValue({ name: 'unsent.json', blob: new Blob(['{}']), count: 1 })
  show(refused, waiting)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Report 1 of CT Brain' }))
  await userEvent.click(screen.getByRole('button', { name: 'Export 1' }))
  expect(exportSealed).toHaveBeenCalledWith(['waiting'])
  expect(await screen.findByText(/1 change is in the file/)).toBeDefined()
})

test('an imported file shows its accepted, known and refused changes', async () => {
  vi.mocked(importSealed).mockResolvedValue({
    accepted: 2,
    known: 1,
    held: 1,
    refused: [{ id: 'altered-one', reason: 'This was altered.' }],
  })
  show()
  await userEvent.upload(document.querySelector('input[type="file"]')!, new File(['{}'], 'unsent.json'))
  const result = await screen.findByRole('dialog', { name: 'Imported sealed file' })
  expect(
    within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '2 taken by the server',
    '1 it had before',
    '1 held until their author confirms them',
    '1 refused',
  ])
  expect(within(result).getByRole('row', { name: /altered-one/ }).textContent).toContain('This was altered.')
})

test('the text of the filter stays out of the address, the state does not', async () => {
  shown(queueWith(waiting, refused, flagged), '/sync?state=needs_you')
  expect(screen.queryByText('Report 1 of CT Brain')).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter by words' }), 'nowhere')
  expect(await screen.findByText('No matching changes.')).toBeDefined()
  expect(screen.getByLabelText('path').textContent).toBe('/sync?state=needs_you')
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('Report 1 of CT Brain')).toBeDefined()
})

test('j and k move through all sections, Enter opens the place of the change', async () => {
  show(waiting, { ...refused, editPath: '/report/study-7' })
  await userEvent.keyboard('jjk{Enter}')
  expect(screen.getByLabelText('path').textContent).toBe('/report/study-7')
})

test('offline a change that may have reached the server cannot be discarded', async () => {
  online(false)
  show({ ...refused, wasSent: true })
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a discard that cannot be checked with the server keeps the change and says so', async () => {
  vi.mocked(giveUp).mockRejectedValueOnce(new OfflineError())
  show(refused)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.type(await screen.findByLabelText('Type DISCARD to confirm'), 'DISCARD{Enter}')
  expect(await screen.findByText(/this needs the network/)).toBeDefined()
})

test('a change that cannot be corrected offers to retry and to discard, and says why', () => {
  show(queueItem({ ...refused, key: 'appt/startVisit', label: 'Start Visit', editPath: undefined }))
  const section = region(/Needs you/)
  expect(section.textContent).toContain('It has nothing to correct')
  expect(within(section).queryByRole('link', { name: 'Edit' })).toBeNull()
  within(section).getByRole('button', { name: 'Try again' })
  within(section).getByRole('button', { name: 'Discard' })
})

test('two texts of a clinic are compared where they were written', () => {
  show(queueItem({ ...disputed, key: 'appt/savePrescription', editPath: '/sync?edit=disputed' }))
  expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe('/sync?edit=disputed')
})
