import 'fake-indexeddb/auto'
import { Modal, TextInput } from '@mantine/core'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LockOverlay } from '#src/app/lock/LockOverlay.tsx'
import { type LockState, setLock } from '#src/sync/session/lock/lock-state.ts'
import { leaveVault, unlock } from '#src/sync/session/session.ts'
import { LeaseOverError, WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

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

/** Renders a screen with text, a dialog over it, and the lock above both. */
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

/** Returns everything readable in the document: markup, text, typed field values, the title. */
const readable = () =>
  [
    document.documentElement.outerHTML,
    document.title,
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
  ].join('\n')

test('a locked document contains nothing of the screens and dialogs, and all of it returns', async () => {
  open()
  const answer = (await screen.findByLabelText('Answer')) as HTMLInputElement
  await userEvent.type(answer, 'On the left.')
  const before = [answer, screen.getByLabelText('Findings')]
  await set(locked())
  await dialog()
  for (const text of ['Findings', 'Small effusion.', 'Question', 'Answer', 'On the left.'])
    expect(readable()).not.toContain(text)
  await set({ kind: 'open' })
  expect([screen.getByLabelText('Answer'), screen.getByLabelText('Findings')]).toEqual(before)
  for (const node of before) expect(node.isConnected).toBe(true)
  expect(screen.getByLabelText('Findings')).toHaveProperty('value', 'Small effusion.')
  expect(answer.value).toBe('On the left.')
})

test('changes during the lock apply afterwards and are never visible before', async () => {
  open()
  const kept = document.body.appendChild(document.createElement('div'))
  const gone = document.body.appendChild(document.createElement('div'))
  await set(locked())
  const late = document.createElement('p')
  late.textContent = 'Report of Asha Verma signed'
  document.body.append(late)
  const before = document.body.insertBefore(document.createElement('i'), kept)
  await waitFor(() => expect(readable()).not.toContain('Asha Verma'))
  document.body.removeChild(gone)
  await set({ kind: 'open' })
  for (const node of [late, before, kept]) expect(node.isConnected).toBe(true)
  expect(before.nextSibling).toBe(kept)
  expect(gone.isConnected).toBe(false)
  for (const node of [late, before, kept]) node.remove()
})

const events = new EventTarget()
function Closing() {
  const [opened, setOpened] = useState(true)
  useEffect(() => {
    const close = () => setOpened(false)
    events.addEventListener('close', close)
    return () => events.removeEventListener('close', close)
  }, [])
  return (
    <Modal opened={opened} onClose={closeDialog} title="Question" transitionProps={{ duration: 0 }}>
      Asha Verma
    </Modal>
  )
}

test('a dialog that closes by itself during the lock is closed afterwards', async () => {
  renderInApp(
    <>
      <LockOverlay />
      <Closing />
    </>,
  )
  await screen.findByText('Asha Verma')
  await set(locked())
  await act(async () => events.dispatchEvent(new Event('close')))
  await set({ kind: 'open' })
  await waitFor(() => expect(screen.queryByText('Asha Verma')).toBeNull())
})

test('the focus begins in the password and returns to its former place, with the selection', async () => {
  open()
  const answer = (await screen.findByLabelText('Answer')) as HTMLInputElement
  await userEvent.type(answer, 'On the left.')
  answer.setSelectionRange(3, 6)
  await set(locked())
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await set({ kind: 'open' })
  expect(document.activeElement).toBe(answer)
  expect([answer.selectionStart, answer.selectionEnd]).toEqual([3, 6])
})

test('the scroll position returns after the lock', async () => {
  open()
  const list = document.body.appendChild(document.createElement('div'))
  list.scrollTop = 320
  await set(locked())
  list.scrollTop = 0
  await set({ kind: 'open' })
  expect(list.scrollTop).toBe(320)
  list.remove()
})

function Paper({ blob }: { blob: Blob }) {
  const address = usePageAddress(blob)
  return address === undefined ? null : <img alt="Paper" src={address} />
}

test('a paper has no address during the lock, and a new one afterwards', async () => {
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:paper-${(made += 1)}`)
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  renderInApp(
    <>
      <LockOverlay />
      <Paper blob={PAPER} />
    </>,
  )
  const first = (await screen.findByAltText('Paper')).getAttribute('src')
  await set(locked())
  expect(revoke).toHaveBeenCalledWith(first)
  await set({ kind: 'open' })
  const next = (await screen.findByAltText('Paper')).getAttribute('src')
  expect(next).not.toBe(first)
  expect(revoke).not.toHaveBeenCalledWith(next)
  vi.restoreAllMocks()
})
const PAPER = new Blob(['%PDF-'])

test('Escape does not close the dialog beneath', async () => {
  open()
  await screen.findByLabelText('Answer')
  await set(locked())
  await userEvent.keyboard('{Escape}')
  expect(closeDialog).not.toHaveBeenCalled()
})

test('a wrong password shows a message and may be retyped at once', async () => {
  vi.mocked(unlock).mockRejectedValueOnce(new WrongPasswordError())
  renderInApp(<LockOverlay />)
  await set(locked({ why: 'cold' }))
  await tryPassword('not this one')
  expect((await screen.findByRole('alert')).textContent).toContain('The password is wrong.')
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
])('a device that was away for too long requires a sign-in, not a password (%s)', async (_, lock) => {
  renderInApp(<LockOverlay />)
  await lock()
  expect((await screen.findByRole('alert')).textContent).toContain('not reached the server for too long')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(leaveVault).toHaveBeenCalledOnce()
})

test('another person leaves the vault unchanged and signs in', async () => {
  renderInApp(<LockOverlay />)
  await set(locked())
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }))
  expect(leaveVault).toHaveBeenCalledOnce()
  expect(unlock).not.toHaveBeenCalled()
})
