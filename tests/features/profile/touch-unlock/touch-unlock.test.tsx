import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TouchUnlock } from '#src/features/profile/touch-unlock/TouchUnlock.tsx'
import { WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { turnOffTouch, turnOnTouch } from '#src/sync/touch/touch-here.ts'
import { useTouches } from '#src/sync/touch/use-touches.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock(import('#src/sync/touch/use-touches.ts'), () => ({ useTouches: vi.fn() }))
vi.mock(import('#src/sync/touch/touch-here.ts'), () => ({
  turnOnTouch: vi.fn(async () => PHONE),
  turnOffTouch: vi.fn(async () => undefined),
}))

const passkey = (name: string) => ({ id: name, credentialId: `id-${name}`, name, transports: [] })
const [PHONE, KEY] = [passkey('Phone'), passkey('YubiKey')]

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  vi.mocked(useTouches).mockReturnValue({ touches: [], known: [PHONE, KEY] })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const setUp = async (password: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Set up unlocking by touch' }))
  await userEvent.type(await screen.findByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('the password and a touch set up a passkey, and its name is shown', async () => {
  renderInApp(<TouchUnlock />)
  await setUp('Readroom#2026')
  expect(turnOnTouch).toHaveBeenCalledWith('Readroom#2026')
  expect(await screen.findByText('“Phone” now unlocks this device.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
})

test.each([
  [new WrongPasswordError(), 'The current password is wrong.'],
  [new TouchError('no_prf'), 'This passkey or browser can sign in, but cannot keep what is on this device.'],
])('%s is reported in the dialog, which stays open', async (problem, words) => {
  vi.mocked(turnOnTouch).mockRejectedValueOnce(problem)
  renderInApp(<TouchUnlock />)
  await setUp('Readroom#2026')
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('the passkeys that open this device are named and each can be turned off', async () => {
  vi.mocked(useTouches).mockReturnValue({ touches: [KEY.credentialId], known: [PHONE, KEY] })
  renderInApp(<TouchUnlock />)
  const list = screen.getByRole('list', { name: 'Passkeys that unlock this device' })
  expect(list.textContent).toContain('YubiKey')
  expect(list.textContent).not.toContain('Phone')
  await userEvent.click(screen.getByRole('button', { name: 'Turn off YubiKey' }))
  expect(turnOffTouch).toHaveBeenCalledWith(KEY.credentialId)
})

test('a person without a passkey is led to the page that adds them', () => {
  vi.mocked(useTouches).mockReturnValue({ touches: [], known: [] })
  renderInApp(<TouchUnlock />)
  expect(screen.getByRole('link', { name: 'Add a passkey' }).getAttribute('href')).toBe('/devices')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a browser without passkeys says so', () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  renderInApp(<TouchUnlock />)
  expect(screen.getByText(/This browser cannot use passkeys here/)).toBeTruthy()
})
