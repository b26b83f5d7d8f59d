import 'fake-indexeddb/auto'
import { Modal, TextInput } from '@mantine/core'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LockOverlay } from '#src/app/lock/LockOverlay.tsx'
import { type LockState, setLock } from '#src/sync/session/lock-state.ts'
import { leaveVault, unlock } from '#src/sync/session/session.ts'
import { LeaseOverError, WrongPasswordError } from '#src/sync/session/vault-errors.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'

vi.mock(import('#src/sync/session/session.ts'), async (load) => ({
  ...(await load()),
  unlock: vi.fn(async () => undefined),
  leaveVault: vi.fn(async () => undefined),
}))

const locked = (part: Partial<Extract<LockState, { kind: 'locked' }>> = {}): LockState => ({
  kind: 'locked',
  why: 'asked',
  isOverdue: false,
  ...part,
})
const set = (state: LockState) => act(async () => setLock(state))
const dialog = () => screen.findByRole('dialog', { name: 'Locked' })
const tryPassword = async (password: string) => {
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
}

beforeEach(() => setLock({ kind: 'open' }))
afterEach(async () => {
  await set({ kind: 'none' })
  cleanup()
  vi.clearAllMocks()
})

/** A screen with text in it, a dialog over it, and the lock above both. */
function open() {
  renderInApp(
    <>
      <LockOverlay />
      <TextInput label="Findings" defaultValue="Small effusion." />
      <Modal opened onClose={closeDialog} title="Question">
        <TextInput label="Answer" />
      </Modal>
    </>,
  )
}
const closeDialog = vi.fn()

test('what lies beneath stays mounted, but is hidden and out of reach, dialogs and late ones too', async () => {
  open()
  const answer = await screen.findByLabelText('Answer')
  answer.focus()
  await set(locked())
  const beneath = [answer, screen.getByLabelText('Findings')].map((node) => node.closest('body > *'))
  for (const node of beneath) {
    expect(node?.hasAttribute('data-under-lock')).toBe(true)
    expect(node?.hasAttribute('inert')).toBe(true)
  }
  const late = document.body.appendChild(document.createElement('div'))
  await waitFor(() => expect(late.hasAttribute('inert')).toBe(true))
  expect((await dialog()).closest('[inert]')).toBeNull()
  await set({ kind: 'open' })
  for (const node of [...beneath, late]) expect(node?.hasAttribute('inert')).toBe(false)
  expect(document.querySelector('[data-under-lock]')).toBeNull()
  expect(screen.getByLabelText('Findings')).toHaveProperty('value', 'Small effusion.')
  late.remove()
})

test('the focus begins in the password and goes back to where it was', async () => {
  open()
  const answer = await screen.findByLabelText('Answer')
  answer.focus()
  await set(locked())
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await set({ kind: 'open' })
  expect(document.activeElement).toBe(answer)
})

test('Escape does not close the dialog that lies beneath', async () => {
  open()
  await screen.findByLabelText('Answer')
  await set(locked())
  await userEvent.keyboard('{Escape}')
  expect(closeDialog).not.toHaveBeenCalled()
})

test('a wrong password is told in words and may be typed over at once', async () => {
  vi.mocked(unlock).mockRejectedValueOnce(new WrongPasswordError())
  renderInApp(<LockOverlay />)
  await set(locked({ why: 'cold' }))
  await tryPassword('not this one')
  expect((await screen.findByRole('alert')).textContent).toContain('This is not the password.')
  await tryPassword('{Backspace}the right one')
  expect(unlock).toHaveBeenLastCalledWith(expect.stringContaining('the right one'))
})

test.each([
  ['known as the page opens', () => set(locked({ why: 'cold', isOverdue: true }))],
  [
    'found out by the password',
    async () => {
      vi.mocked(unlock).mockRejectedValueOnce(new LeaseOverError())
      await set(locked({ why: 'cold' }))
      await tryPassword('any')
    },
  ],
])('a device that was away for too long asks for a sign-in, not for a password (%s)', async (_, lock) => {
  renderInApp(<LockOverlay />)
  await lock()
  expect((await screen.findByRole('alert')).textContent).toContain('away from the server for too long')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(leaveVault).toHaveBeenCalledOnce()
})

test('somebody else leaves the vault as it is and signs in', async () => {
  renderInApp(<LockOverlay />)
  await set(locked())
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }))
  expect(leaveVault).toHaveBeenCalledOnce()
  expect(unlock).not.toHaveBeenCalled()
})
