import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ActivateStudyDialog } from '#src/parts/activate-study/ActivateStudyDialog.tsx'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ kept: [] as unknown[][], full: undefined as Error | undefined }))
vi.mock('#src/sync/outbox/make/enqueue.ts', () => ({
  enqueue: async (...given: unknown[]) => {
    if (seams.full) throw seams.full
    seams.kept.push(given)
    return 'id'
  },
}))

afterEach(() => {
  cleanup()
  seams.kept = []
  seams.full = undefined
})

const open = () =>
  renderInApp(<ActivateStudyDialog study={studyRowOf({ id: 's1' })} opened onClose={() => undefined} />)

test('thirty days are preselected, and the choice is stored on the device', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Activate' }))
  expect(seams.kept[0]?.slice(0, 2)).toEqual(['activateStudyPatient', { study_id: 's1', no_of_days: 30 }])
})

test('a custom number is required, and an invalid one cannot be activated', async () => {
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByText('Custom'))
  const activate = screen.getByRole('button', { name: 'Activate' })
  expect(activate).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '4000')
  expect(screen.getByText('Enter days from 1 to 3650')).toBeDefined()
  await user.clear(screen.getByRole('textbox', { name: 'Days' }))
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '45')
  await user.click(activate)
  expect(seams.kept[0]?.[1]).toEqual({ study_id: 's1', no_of_days: 45 })
})

test('a change that this device cannot store is reported at the button', async () => {
  seams.full = new Error('This device is full')
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Activate' }))
  await expectRefusedAt(screen.getByRole('dialog'), 'This device is full')
})
