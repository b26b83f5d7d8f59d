import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ResumeKioskForm } from '#src/parts/consent-kiosk/ResumeKioskForm.tsx'
import { deleteKioskForm } from '#src/sync/kiosk/kiosk-form.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({
  form: undefined as unknown,
  error: undefined as Error | undefined,
  retried: 0,
}))
vi.mock('#src/sync/kiosk/use-kiosk-form.ts', () => ({
  useKioskForm: () => ({ form: world.form, error: world.error, retry: () => void (world.retried += 1) }),
}))
vi.mock('#src/sync/kiosk/kiosk-form.ts', () => ({ deleteKioskForm: vi.fn(async () => undefined) }))
vi.mock('#src/sync/kiosk/hand-over.ts', () => ({ handOver: async () => undefined }))
const lock = vi.hoisted(() => ({ kind: 'open' }))
vi.mock('#src/sync/session/lock/lock-state.ts', () => ({ useLock: () => lock }))
vi.mock('#src/sync/current-device.ts', () => ({ getDevice: () => ({ databases: {} }) }))

afterEach(() => {
  cleanup()
  Object.assign(world, { form: undefined, error: undefined, retried: 0 })
})

test('without a form no question is asked', () => {
  renderInApp(<ResumeKioskForm />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an unreadable stored form is reported before another one replaces it', async () => {
  world.error = new Error('The disk did not answer.')
  renderInApp(<ResumeKioskForm />)
  const dialog = within(await screen.findByRole('dialog', { name: 'A form was handed over' }))
  expect(dialog.getByText(/cannot be read now: The disk did not answer\./)).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Hand over again' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(world.retried).toBe(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog', { name: 'Discard the form?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(world.retried).toBe(2))
  expect(deleteKioskForm).toHaveBeenCalledOnce()
})
