import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { authCalls } from '#contract/calls/auth.ts'
import { AppRoutes } from '#src/app/AppRoutes.tsx'
import { hasLinkCredentials, holdLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { lockNow, signOut, startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { otherTabLeads } from '#tests/helpers/page/other-tab-leads.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const RIGHTS = {
  modules: ['view_archives', 'appointments'],
  main_modules: ['archive_reporting', 'appointment_system'],
}
const server: Script = {
  ...VAULT_SCRIPT,
  'public/getLoginCaptcha': () => ({ body: { result: { captcha_id: 'p', svg: '<svg/>', required: false } } }),
  'auth/getModules': () => ({ body: { result: RIGHTS } }),
  'auth/logout': () => ({ body: { message: 'Signed out' } }),
}
const sessionOver = () => ({
  status: 403,
  body: { message: 'Your session has ended. Sign in again.', code: 'signed_out' },
})
const path = () => screen.getByLabelText('path').textContent

beforeEach(() => {
  otherTabLeads()
  scriptServer(server)
})
afterEach(async () => {
  scriptServer(server)
  await act(() => signOut())
  cleanup()
  vi.unstubAllGlobals()
})

test('an unknown path is the 404 page, with the way home', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/nowhere')
  expect(screen.getByRole('heading', { name: 'Sorry, the page you visited does not exist.' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back Home' }))
  expect(path()).toBe('/dashboard')
})

test('a screen of a feature that the client has not bought is the 404 page', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/sales-report')
  expect(
    await screen.findByRole('heading', { name: 'Sorry, the page you visited does not exist.' }),
  ).toBeDefined()
})

test('without a session every protected path leads to the sign-in page', async () => {
  renderInApp(<AppRoutes />, '/archives?k=CT')
  expect(await screen.findByLabelText('Password')).toBeDefined()
  expect(path()).toBe('/')
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
})

test('a signed-in person goes from the sign-in page to the dashboard', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/')
  expect(await screen.findByRole('heading', { name: 'Dashboard under construction' })).toBeDefined()
  expect(path()).toBe('/dashboard')
})

test('a patient’s link opened over a session is removed with it', async () => {
  await startSession(sessionFields(), SECRET)
  holdLinkCredentials({ username: 'p.iyer', password: 'link-secret' })
  renderInApp(<AppRoutes />, '/login/p.iyer/link-secret')
  await screen.findByRole('heading', { name: 'Dashboard under construction' })
  expect(path()).toBe('/dashboard')
  expect(hasLinkCredentials()).toBe(false)
})

test('a screen that the permissions do not open shows the exact message', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/clients')
  expect(await screen.findByText('You are not authorized to access this module.')).toBeDefined()
})

test('rights are requested again on entry, and the menu follows them', async () => {
  await startSession(sessionFields({ modules: [] }), SECRET)
  renderInApp(<AppRoutes />, '/dashboard')
  const menu = await screen.findByRole('navigation', { name: 'Main menu' })
  await screen.findAllByRole('link', { name: 'Visits' })
  expect(menu.textContent).toContain('Archives')
  expect(menu.textContent).not.toContain('Sales Report')
})

test('offline the device works with its stored rights', async () => {
  await startSession(sessionFields({ modules: ['view_archives'] }), SECRET)
  scriptServer({})
  renderInApp(<AppRoutes />, '/dashboard')
  expect((await screen.findAllByRole('link', { name: 'Archives' })).length).toBeGreaterThan(0)
})

test('a session that the server ends leads to the sign-in page with a message, and back to the same place', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  scriptServer({ ...server, 'client/mainModules': sessionOver })
  await act(() => callApi(authCalls.mainModules, {}).catch(() => undefined))
  expect(await screen.findByText(/Your session has ended.*kept on this device/)).toBeDefined()
  expect(path()).toBe('/')
  scriptServer(server)
  await act(() => startSession(sessionFields(), SECRET))
  await screen.findByRole('heading', { name: 'Profile' })
  expect(path()).toBe('/profile')
})

test('a locked vault appears on the opened route and continues there', async () => {
  await startSession(sessionFields(), SECRET)
  await act(() => lockNow())
  await act(async () => setSession(undefined))
  renderInApp(<AppRoutes />, '/profile')
  expect(await screen.findByRole('dialog', { name: 'Locked' })).toBeDefined()
  await userEvent.type(screen.getByLabelText('Password'), SECRET.password)
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByRole('heading', { name: 'Profile' })
  expect(path()).toBe('/profile')
})

test('locking removes the screen from the document and restores the same one, and the app’s lock keys do it too', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/profile')
  const screenBeneath = await screen.findByRole('heading', { name: 'Profile' })
  await userEvent.keyboard('{Control>}{Shift>}L{/Shift}{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Locked by Dr. Asha Menon' })).toBeDefined()
  expect(screenBeneath.isConnected).toBe(false)
  await userEvent.type(screen.getByLabelText('Password'), `${SECRET.password}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screenBeneath.isConnected).toBe(true)
})

test('a sign-out because the device was taken out of use is explained', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  const over = sessionOver()
  scriptServer({
    ...server,
    'client/mainModules': () => ({ ...over, body: { ...over.body, device_revoked: 1 } }),
  })
  await act(() => callApi(authCalls.mainModules, {}).catch(() => undefined))
  expect(await screen.findByText(/This device was taken out of use/)).toBeDefined()
})

test('a page left while the copies of such a device are deleted still knows their owner', async () => {
  const fields = sessionFields()
  await startSession(fields, SECRET)
  renderInApp(<AppRoutes />, '/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  const over = sessionOver()
  scriptServer({
    ...server,
    'client/mainModules': () => ({ ...over, body: { ...over.body, device_revoked: 1 } }),
  })
  const users: (string | null)[] = []
  const remove = Dexie.delete.bind(Dexie)
  vi.spyOn(Dexie, 'delete').mockImplementation((name) => {
    users.push(localStorage.getItem('readroom.user'))
    return remove(name)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await act(() => callApi(authCalls.mainModules, {}).catch(() => undefined))
  await waitFor(() => expect(users).toEqual([fields.user_id]))
  await waitFor(() => expect(localStorage.getItem('readroom.user')).toBeNull())
})

test('a voluntary sign-out shows no explanation', async () => {
  await startSession(sessionFields(), SECRET)
  renderInApp(<AppRoutes />, '/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Dr. Asha Menon' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByLabelText('Password')).toBeDefined()
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
})

test.each([
  ['a patient', { is_patient: 1, user_type: 'PATIENT' }, ['Logout']],
  [
    'a referring doctor',
    { is_ref_doctor: 1, is_doctor: 0 },
    [
      'Profile',
      'Dashboard',
      'Devices and sign-ins',
      'Change Password',
      'Keyboard',
      'LockCtrlShiftL',
      'Logout',
    ],
  ],
  [
    'staff',
    {},
    ['Profile', 'Devices and sign-ins', 'Change Password', 'Keyboard', 'LockCtrlShiftL', 'Logout'],
  ],
] as const)('the menu of %s contains their entries', async (_, part, entries) => {
  await startSession(sessionFields(part), SECRET)
  renderInApp(<AppRoutes />, '/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: /Account of/ }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(entries)
  expect(screen.queryByRole('navigation', { name: 'Main menu' }) !== null).toBe(_ === 'staff')
})
