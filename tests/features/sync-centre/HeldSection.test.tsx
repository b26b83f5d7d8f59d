import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { HeldCommand } from '#contract/calls/delivery.ts'
import { HeldSection } from '#src/features/sync-centre/held/HeldSection.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const OWN = '01970000-0000-7000-8000-0000000000aa'
const OTHER = '01970000-0000-7000-8000-0000000000bb'

const held = (n: number, more: Partial<HeldCommand> = {}): HeldCommand => ({
  id: `01970000-0000-7000-8000-00000000000${n}`,
  user_id: OWN,
  user_name: 'Dr Asha',
  device_id: '01970000-0000-7000-8000-0000000000dd',
  device_name: 'FD-2',
  call: 'appt/createReceipts',
  made: '2026-11-23T08:00:00.000Z',
  received: '2026-11-23T09:00:00.000Z',
  reason: 'password_changed',
  refusal: '',
  ...more,
})

vi.mock('#src/sync/session/session.ts', async () => {
  const { sessionFields: fieldsOf } = await import('#tests/helpers/device/session-fields.ts')
  return { useSession: () => fieldsOf({ user_id: '01970000-0000-7000-8000-0000000000aa' }) }
})

let asked: ReturnType<typeof scriptServer>['asked'] = []
function show(commands: HeldCommand[], script: Script = {}) {
  ;({ asked } = scriptServer({ 'sync/held': () => ({ body: { result: commands } }), ...script }))
  renderInApp(<HeldSection isOnline />)
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const called = (path: string) => asked.filter((call) => call.path.endsWith(path)).map(({ input }) => input)

test('nothing is shown if nothing is held', async () => {
  show([])
  await waitFor(() => expect(called('sync/held')).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})

test('an own change shows its content, device and reason, and is applied on its author’s request', async () => {
  show([held(1), held(2, { refusal: 'over_balance' })], {
    'sync/release': ({ ids }) => ({
      body: {
        answers: (ids as string[]).map((id) => ({ id, status: 200, replayed: false, pos: 1, rev: 1 })),
      },
    }),
  })
  const region = await screen.findByRole('region', { name: /^Held by the server/ })
  expect(within(region).getAllByText(/Made on FD-2 .*signed before the password was changed/)).toHaveLength(2)
  expect(within(region).getByText('Not done: You can not receive more than balance!')).toBeDefined()
  await userEvent.click(within(region).getAllByRole('button', { name: 'I made this: apply it' })[0]!)
  await waitFor(() => expect(called('sync/release')).toEqual([{ ids: [held(1).id] }]))
  await userEvent.click(within(region).getByRole('button', { name: 'I made all 2: apply them' }))
  await waitFor(() => expect(called('sync/release')[1]).toEqual({ ids: [held(1).id, held(2).id] }))
})

test('discarding asks first', async () => {
  show([held(1)], { 'sync/discard': () => ({ body: { message: 'Given up.' } }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog')
  expect(called('sync/discard')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(called('sync/discard')).toEqual([{ ids: [held(1).id] }]))
})

test('an administrator sees whose change waits, without a button for it', async () => {
  show([held(1, { user_id: OTHER, user_name: 'Dr Mehta' })])
  expect(await screen.findByText('By Dr Mehta, who must confirm it')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
