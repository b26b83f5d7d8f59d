import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD_NOTE } from '#domain/access/password-rule.ts'
import ChangePassword from '#src/features/profile/ChangePassword.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ isOnline: true, change: vi.fn() }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))
vi.mock('#src/sync/session/change-password.ts', () => ({ changePassword: seams.change }))

beforeEach(() => {
  seams.isOnline = true
  seams.change.mockReset()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
async function fill(current: string, next: string, confirm = next) {
  await userEvent.type(field('Current Password'), current)
  await userEvent.type(field('New Password'), next)
  await userEvent.type(field('Confirm Password'), confirm)
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change Password' }))

test('the note is shown at the new password, blanks are kept as typed, and the form is blank after the change', async () => {
  seams.change.mockResolvedValue('Password changed. Your other sessions have ended.')
  renderInApp(<ChangePassword />)
  expect(screen.getByText(PASSWORD_NOTE)).toBeDefined()
  await fill('Old #2026', 'New ly#2026')
  await press()
  await waitFor(() =>
    expect(seams.change).toHaveBeenCalledWith({
      current_password: 'Old #2026',
      new_password: 'New ly#2026',
      confirm_password: 'New ly#2026',
    }),
  )
  expect(await screen.findByText('Password changed. Your other sessions have ended.')).toBeDefined()
  expect(field('New Password').value).toBe('')
})

test('a missing, weak or different password is reported at its field and nothing is sent', async () => {
  renderInApp(<ChangePassword />)
  await userEvent.type(field('New Password'), 'weak')
  await userEvent.type(field('Confirm Password'), 'other')
  await press()
  expect(screen.getByText('Current Password is required.')).toBeDefined()
  expect(screen.getByText(/^New Password needs at least 8 characters/)).toBeDefined()
  expect(screen.getByText('Confirm Password is not the same as New Password.')).toBeDefined()
  expect(seams.change).not.toHaveBeenCalled()
})

test.each([
  [new WrongPasswordError(), 'The current password is wrong.'],
  [
    new ApiError(400, {
      message: 'no',
      code: 'invalid',
      fields: { current_password: 'is not your password' },
    }),
    'Current Password is not your password.',
  ],
])('a wrong current password is reported at its field, and the typed text stays', async (problem, words) => {
  seams.change.mockRejectedValue(problem)
  renderInApp(<ChangePassword />)
  await fill('Wrong#2026', 'Newly#2026')
  await press()
  expect(await screen.findByText(words)).toBeDefined()
  expect(field('New Password').value).toBe('Newly#2026')
})

test('offline the button is shown, disabled, with the reason', async () => {
  seams.isOnline = false
  renderInApp(<ChangePassword />)
  await fill('Old#2026', 'Newly#2026')
  await press()
  expect(seams.change).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Change Password' }).getAttribute('aria-disabled')).toBe('true')
})
