import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { QueuePanel } from '#src/app/frame/QueuePanel.tsx'
import type { Queue, QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { giveUp, retryParked } from '#src/sync/outbox/refused/parked.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/outbox/refused/parked.ts', () => ({
  retryParked: vi.fn(async () => undefined),
  giveUp: vi.fn(async () => 'gone'),
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const item = (part: Partial<QueueItem>): QueueItem => ({
  id: 'command-1',
  key: 'saveReport',
  label: 'Report 1 of CT Brain',
  state: 'device',
  at: new Date(),
  isConflict: false,
  studyId: 'study-1',
  attempts: 0,
  wasSent: false,
  flags: [],
  editPath: '/report/study-1',
  ...part,
})
const refused = item({
  id: 'command-2',
  label: 'Report 1 of MR Knee',
  state: 'needs_you',
  reason: 'The report is already signed.',
})
const queue = (...items: QueueItem[]): Queue => ({
  waiting: 0,
  sending: 0,
  needsYou: 0,
  flagged: 0,
  items,
})
const panel = (shown: Queue, onLeave: () => void = () => undefined) =>
  renderInApp(<QueuePanel queue={shown} isOnline onLeave={onLeave} hasCentre />)
const entries = () => screen.getAllByRole('listitem')

test('an empty queue says that everything is on the server', () => {
  panel(queue())
  expect(screen.getByText('Everything is on the server.')).toBeDefined()
})

test('a change that needs a person comes first, with its reason and an action', async () => {
  panel(queue(item({}), refused))
  expect(entries()[0]!.textContent).toContain('The report is already signed.')
  expect(entries()[1]!.textContent).toMatch(/Report 1 of CT Brain.*On this device \d\d:\d\d/)
  expect(within(entries()[1]!).queryByRole('button')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retryParked).toHaveBeenCalledWith('command-2')
})

test('a change is discarded only after a text was typed below its name', async () => {
  const onLeave = vi.fn()
  panel(queue(refused), onLeave)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' })
  expect(onLeave).toHaveBeenCalled()
  expect(dialog.textContent).toContain('Report 1 of MR Knee')
  const confirm = within(dialog).getByRole('button', { name: 'Discard' })
  await userEvent.type(within(dialog).getByLabelText('Type DISCARD to confirm'), 'discar{Enter}')
  await userEvent.click(confirm)
  expect(giveUp).not.toHaveBeenCalled()
  await userEvent.type(within(dialog).getByLabelText('Type DISCARD to confirm'), 'd{Enter}')
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledWith('command-2'))
})

test('a change that the server had already applied is not called discarded', async () => {
  vi.mocked(giveUp).mockResolvedValueOnce('was_done')
  panel(queue(refused))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.type(await screen.findByLabelText('Type DISCARD to confirm'), 'DISCARD{Enter}')
  expect(await screen.findByText(/The server already has it/)).toBeDefined()
})

test('the panel leads to the Sync centre, which lists everything', async () => {
  const onLeave = vi.fn()
  panel(queue(), onLeave)
  await userEvent.click(screen.getByRole('link', { name: 'Open Sync centre' }))
  expect(onLeave).toHaveBeenCalled()
  expect(screen.getByLabelText('path').textContent).toBe('/sync')
})

test('a conflict of two texts leads to the report and is not retried unchanged', async () => {
  panel(queue({ ...refused, isConflict: true }))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Open the report' }))
  expect(screen.getByLabelText('path').textContent).toBe('/report/study-1')
})

test('a long queue shows the number of changes beyond the listed ones', () => {
  const items = Array.from({ length: 23 }, (_, i) => item({ id: `command-${i}` }))
  panel(queue(...items))
  expect(entries().at(-1)!.textContent).toBe('and 17 more')
})

test('the panel does not claim that everything is on the server while a text is only on this device', () => {
  renderInApp(<QueuePanel queue={queue()} unsaved={2} isOnline onLeave={vi.fn()} hasCentre />)
  expect(screen.queryByText('Everything is on the server.')).toBeNull()
  expect(screen.getByText('2 texts were typed on this device and not saved.')).toBeDefined()
})
