import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Profile from '#src/features/profile/Profile.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({
  online: true,
  isPatient: 0 as 0 | 1,
  muted: ['ai_result'] as string[],
  set: [] as unknown[],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.online }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({
    user_id: 'u1',
    user_type: seams.isPatient ? 'PATIENT' : 'CLIENT',
    is_patient: seams.isPatient,
    is_ref_doctor: 0,
    modules: [],
    main_modules: [],
  }),
  refreshSession: async () => undefined,
}))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: () => ({
    answer: {
      result: {
        fname: 'Meera',
        lname: 'Pillai',
        email: 'meera@sanjeevani.example',
        mobile: '9820012345',
        image_file_id: null,
        company: null,
      },
    },
    error: undefined,
  }),
}))
vi.mock('#src/sync/notifications/use-push.ts', () => ({
  usePush: () => ({ state: 'off', isBusy: false, error: undefined, turn: () => undefined }),
}))
vi.mock('#src/sync/notifications/use-muted.ts', () => ({
  useMuted: (isOnline: boolean) => ({
    kinds: isOnline ? seams.muted : undefined,
    error: undefined,
    isBusy: false,
    set: (...asked: unknown[]) => seams.set.push(asked),
  }),
}))

beforeEach(() => {
  Object.assign(seams, { online: true, isPatient: 0, muted: ['ai_result'], set: [] })
})
afterEach(cleanup)

const panel = () => screen.findByRole('region', { name: 'Notifications' })

test('the kinds of the bell are switched on the profile page as in the bell’s dialog', async () => {
  renderInApp(<Profile />)
  const settings = within(await panel())
  const ai = settings.getByRole<HTMLInputElement>('switch', { name: 'AI results' })
  expect(ai.checked).toBe(false)
  const always = settings.getByRole<HTMLInputElement>('switch', { name: 'Critical results (always)' })
  expect([always.checked, always.disabled]).toEqual([true, true])
  await userEvent.click(ai)
  await userEvent.click(settings.getByRole('switch', { name: 'Booking requests' }))
  expect(seams.set).toEqual([
    ['ai_result', false],
    ['booking_request', true],
  ])
})

test('offline the switches say why they are disabled', async () => {
  seams.online = false
  renderInApp(<Profile />)
  const settings = within(await panel())
  expect(settings.getByText('This needs the network.')).toBeDefined()
  for (const one of settings.getAllByRole<HTMLInputElement>('switch')) expect(one.disabled).toBe(true)
})

test('a patient has no bell and no settings for it', async () => {
  seams.isPatient = 1
  renderInApp(<Profile />)
  expect(await screen.findByRole('form', { name: 'Update Profile' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
})
