import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LockForm } from '#src/app/lock/LockForm.tsx'
import { unlock } from '#src/sync/session/session.ts'
import { LeaseOverError } from '#src/sync/session/vault/vault-errors.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { unlockByTouch } from '#src/sync/touch/unlock-by-touch.ts'
import { useTouches } from '#src/sync/touch/use-touches.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock(import('#src/sync/session/session.ts'), async (load) => ({
  ...(await load()),
  unlock: vi.fn(async () => undefined),
}))
vi.mock(import('#src/sync/touch/unlock-by-touch.ts'), () => ({ unlockByTouch: vi.fn(async () => undefined) }))
vi.mock(import('#src/sync/touch/use-touches.ts'), () => ({
  useTouches: vi.fn(() => ({ touches: ['one'], known: undefined })),
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const open = () => renderInApp(<LockForm lock={{ why: 'asked', isOverdue: false }} titleId="title" />)
const touch = () => screen.getByRole('button', { name: 'Unlock by touch' })

test('a touch is offered only if a passkey opens the vault', async () => {
  vi.mocked(useTouches).mockReturnValueOnce({ touches: [], known: undefined })
  const { unmount } = open()
  expect(screen.queryByRole('button', { name: 'Unlock by touch' })).toBeNull()
  unmount()
  open()
  await userEvent.click(touch())
  expect(unlockByTouch).toHaveBeenCalledOnce()
})

test.each(['cancelled', 'wrong', 'no_prf', 'unsupported'] as const)(
  'a touch that ends with "%s" shows a message, and the password keeps working',
  async (problem) => {
    vi.mocked(unlockByTouch).mockRejectedValueOnce(new TouchError(problem))
    open()
    await userEvent.click(touch())
    expect((await screen.findByRole('alert')).textContent).toBe(new TouchError(problem).message)
    await userEvent.type(screen.getByLabelText('Password'), 'Readroom#2026')
    await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(unlock).toHaveBeenCalledWith('Readroom#2026')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('a device that was away for too long says so after a touch and after the password', async () => {
  vi.mocked(unlockByTouch).mockRejectedValueOnce(new LeaseOverError())
  open()
  await userEvent.click(touch())
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('the password waits for the passkey request, and a closed form cancels it', async () => {
  let signal: AbortSignal | undefined
  vi.mocked(unlockByTouch).mockImplementationOnce((given) => {
    signal = given
    return new Promise(() => undefined)
  })
  const { unmount } = open()
  await userEvent.click(touch())
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Unlock' }).hasAttribute('disabled')).toBe(true),
  )
  expect(signal?.aborted).toBe(false)
  await act(async () => unmount())
  expect(signal?.aborted).toBe(true)
})
