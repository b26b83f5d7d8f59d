import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Devices from '#src/features/devices/Devices.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { deviceItem, minutesAgo } from './device-fixtures.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))

const late = deviceItem({
  user_id: '019a0000-0000-7000-8000-000000000002',
  user_name: 'Sister Kavya',
  device_name: 'Ward tablet',
  waiting: 3,
  last_contact: minutesAgo(40, Date.now()),
  oldest_unsent: minutesAgo(41, Date.now()),
})
const revoked = { ...late, revoked: minutesAgo(0, Date.now()) }
const listOf = (...devices: object[]) => ({ 'sync/devices': () => ({ body: { result: devices } }) })
const online = (isOnline: boolean) =>
  vi.mocked(useLink).mockReturnValue({ online: isOnline, since: new Date() })
const row = (name: RegExp) => screen.findByRole('row', { name })

beforeEach(() => {
  setSession(sessionFields({ is_client_admin: 1 }))
  online(true)
  layOut(1200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a device whose work does not arrive shows for how long, in words', async () => {
  scriptServer(listOf(deviceItem({ last_contact: minutesAgo(0, Date.now()) }), late))
  renderInApp(<Devices />)
  expect((await row(/Sister Kavya/)).textContent).toContain('40 min · very late')
  expect((await row(/Dr. Asha Menon/)).textContent).not.toContain('late')
})

test('taking a device out of use names person and device, explains the effect, and shows it', async () => {
  const { asked } = scriptServer({
    ...listOf(late),
    'device/revoke': () => ({ body: { message: 'The device was taken out of use.' } }),
  })
  renderInApp(<Devices />)
  await userEvent.click(within(await row(/Kavya/)).getByRole('button', { name: 'Take out of use' }))
  const question = await screen.findByRole('dialog', { name: 'Take this device out of use?' })
  expect(question.textContent).toContain('Sister Kavya on “Ward tablet”')
  expect(question.textContent).toContain('3 changes wait on it')
  scriptServer({ ...listOf(revoked), 'device/revoke': () => ({ body: { message: 'Done.' } }) })
  await userEvent.click(within(question).getByRole('button', { name: 'Take out of use' }))
  expect(await screen.findByRole('button', { name: 'Readmit' })).toBeDefined()
  expect(asked.filter(({ path }) => path.endsWith('sync/devices'))).toHaveLength(1)
})

test('a device stays unchanged if the question is not confirmed', async () => {
  const { asked } = scriptServer(listOf(late))
  renderInApp(<Devices />)
  await userEvent.click(within(await row(/Kavya/)).getByRole('button', { name: 'Take out of use' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.some(({ path }) => path.endsWith('device/revoke'))).toBe(false)
})

test('a heading sorts ascending, descending, and back to urgency, in the address', async () => {
  scriptServer(listOf(deviceItem(), late))
  renderInApp(<Devices />, '/devices')
  const heading = () => screen.findByRole('button', { name: 'Person' })
  const path = () => screen.getByLabelText('path').textContent
  await userEvent.click(await heading())
  expect(path()).toBe('/devices?sort=user')
  expect(screen.getByRole('columnheader', { name: 'Person' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(await heading())
  expect(path()).toBe('/devices?sort=user&order=down')
  await userEvent.click(await heading())
  expect(path()).toBe('/devices')
})

test('on a phone the devices are cards with the same words', async () => {
  layOut(390)
  scriptServer(listOf(late))
  renderInApp(<Devices />)
  const card = await screen.findByRole('listitem')
  expect(card.textContent).toContain('40 min · very late')
  expect(within(card).getByRole('button', { name: 'Take out of use' })).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('offline the page says so instead of an empty list', async () => {
  online(false)
  scriptServer({})
  renderInApp(<Devices />)
  expect(screen.getByText(/There is no network now/)).toBeDefined()
  expect(screen.queryByText('No device is known yet.')).toBeNull()
})

test('a refusal is shown, and the list is not called empty', async () => {
  scriptServer({
    'sync/devices': () => ({
      status: 422,
      body: { message: 'You are not authorized.', code: 'not_permitted' },
    }),
  })
  renderInApp(<Devices />)
  expect((await screen.findByRole('alert')).textContent).toContain('You are not authorized.')
  expect(screen.queryByText('No device is known yet.')).toBeNull()
})
