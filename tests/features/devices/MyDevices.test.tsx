import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Devices from '#src/features/devices/Devices.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))

const id = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const device = (part: object) => ({
  device_id: id(1),
  device_name: 'FD-1',
  is_this: 1,
  created: ago(9000),
  last_contact: ago(0),
  waiting: 0,
  needs_person: 0,
  oldest_unsent: null,
  revoked: null,
  ...part,
})
const phone = device({
  device_id: id(2),
  device_name: 'Phone',
  is_this: 0,
  waiting: 2,
  oldest_unsent: ago(90),
})
const session = (part: object) => ({
  session_id: id(5),
  is_this: 1,
  device_name: 'FD-1',
  address: '10.0.0.7',
  opened: ago(30),
  last_seen: ago(0),
  ...part,
})
const passkey = {
  id: id(3),
  credential_id: 'AAAA',
  name: 'Blue key',
  rp_id: 'localhost',
  transports: [],
  made: ago(9000),
  last_used: null,
  has_prf: true,
  is_backed_up: false,
}
const passkeys = (part: object = {}) => ({
  passkeys: [passkey],
  rp_id: 'localhost',
  is_offered: true,
  is_required: false,
  recovery_codes_left: 3,
  ...part,
})
const script = (part: { own?: object; passkeys?: object } = {}, more: Script = {}): Script => ({
  'device/own': () => ({
    body: {
      result: {
        devices: [device({}), phone],
        sessions: [session({}), session({ session_id: id(6), is_this: 0, device_name: 'Phone' })],
        failed: [{ at: ago(5), why: 'sign_in_failed', address: '10.9.9.9' }],
        ...part.own,
      },
    },
  }),
  'passkey/list': () => ({ body: { result: passkeys(part.passkeys) } }),
  ...more,
})
const part = (name: string) => screen.findByRole('region', { name })
const row = async (name: string, text: RegExp) =>
  (await within(await part(name)).findAllByRole('listitem')).find((one) => text.test(one.textContent ?? ''))!

beforeEach(() => {
  setSession(sessionFields())
  vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() })
})
afterEach(() => {
  cleanup()
  setSession(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('everybody sees their devices, passkeys, sign-ins and failed ones, and the current ones are marked', async () => {
  scriptServer(script())
  renderInApp(<Devices />)
  expect((await row('Devices', /FD-1/)).textContent).toContain('This device')
  expect((await row('Devices', /Phone/)).textContent).toContain('2 changes wait there, the oldest for')
  expect((await row('Passkeys', /Blue key/)).textContent).toContain('not used yet')
  expect((await part('Passkeys')).textContent).toContain('3 of 10 left.')
  expect((await row('Sign-ins', /FD-1/)).textContent).toContain('from 10.0.0.7')
  expect((await part('Failed sign-ins')).textContent).toContain('Wrong password')
  expect(screen.queryByRole('radiogroup', { name: 'Whose devices' })).toBeNull()
  expect(within(await row('Devices', /FD-1/)).queryByRole('button', { name: 'Take out of use' })).toBeNull()
})

test('an administrator sees their own part beside the devices of all', async () => {
  setSession(sessionFields({ is_client_admin: 1 }))
  scriptServer(script({}, { 'sync/devices': () => ({ body: { result: [] } }) }))
  renderInApp(<Devices />, '/devices')
  await userEvent.click(await screen.findByText('Mine'))
  await part('Passkeys')
  expect(screen.getByLabelText('path').textContent).toBe('/devices?part=mine')
})

test('another session can be ended, and the current session has no such button', async () => {
  const { asked } = scriptServer(
    script({}, { 'device/endSession': () => ({ body: { message: 'Signed out there.' } }) }),
  )
  renderInApp(<Devices />)
  expect(within(await row('Sign-ins', /FD-1/)).queryByRole('button')).toBeNull()
  await userEvent.click(within(await row('Sign-ins', /Phone/)).getByRole('button', { name: 'Sign out' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('device/endSession'))?.input).toEqual({
      session_id: id(6),
    }),
  )
})

test('a passkey is removed with the password in the same step, and a wrong one shows a message', async () => {
  let isRight = false
  const { asked } = scriptServer(
    script(
      {},
      {
        'passkey/remove': () =>
          isRight
            ? { body: { message: 'The passkey was removed.' } }
            : {
                status: 400,
                body: {
                  message: 'Please correct the highlighted fields.',
                  code: 'invalid',
                  fields: { password: 'is not your password' },
                },
              },
      },
    ),
  )
  renderInApp(<Devices />)
  await userEvent.click(within(await row('Passkeys', /Blue key/)).getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove “Blue key”?' })
  expect(within(dialog).getByRole('button', { name: 'Use a passkey' })).toBeDefined()
  await userEvent.type(within(dialog).getByLabelText('Password'), 'guess')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('is not your password')
  isRight = true
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ path }) => path.endsWith('passkey/remove')).at(-1)?.input).toEqual({
    id: id(3),
    password: 'guess',
  })
})

test('new recovery codes are shown once, and stay until the person confirms that they are stored', async () => {
  const codes = Array.from({ length: 10 }, (_, n) => `${n}KQ7-FM2X-W9TR`)
  scriptServer(script({}, { 'passkey/recoveryCodes': () => ({ body: { result: codes } }) }))
  renderInApp(<Devices />)
  await userEvent.click(within(await part('Passkeys')).getByRole('button', { name: 'Make new codes' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'right')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make new codes' }))
  const list = await screen.findByRole('list', { name: 'Your ten recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(go.disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'I keep them in a safe place' }))
  await userEvent.click(go)
  await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull())
})

test('if no passkey can be made, or the only one is required, the page says why', async () => {
  scriptServer(script({ passkeys: { rp_id: '', passkeys: [] } }))
  renderInApp(<Devices />)
  expect((await part('Passkeys')).textContent).toContain('https and a domain name')
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  cleanup()
  scriptServer(script({ passkeys: { is_required: true } }))
  renderInApp(<Devices />)
  const remove = within(await row('Passkeys', /Blue key/)).getByRole('button', { name: 'Remove' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(remove.getAttribute('aria-description')).toContain('Add another before')
})

test('offline nothing can be changed, and the page says so', async () => {
  scriptServer(script())
  vi.mocked(useLink).mockReturnValue({ online: false, since: new Date() })
  renderInApp(<Devices />)
  await screen.findByText(/You are offline/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
