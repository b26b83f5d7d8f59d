import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetPasswordSecret, keepPasswordSecret } from '#src/features/set-password/password-secret.ts'
import SetPassword from '#src/features/set-password/SetPassword.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const SECRET = 'A'.repeat(43)
const LINK = {
  body: { result: { username: 'dr.naqvi', name: 'Dr. Farah Naqvi', expires: '2026-12-01T08:00:00Z' } },
}
const OVER = { status: 422, body: { code: 'link_over', message: 'This link has expired.' } }

afterEach(() => {
  cleanup()
  forgetPasswordSecret()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

function open(script: Script) {
  history.replaceState(null, '', `/set-password#${SECRET}`)
  keepPasswordSecret()
  const server = scriptServer(script)
  renderInApp(<SetPassword />)
  return server
}
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const send = async () => userEvent.click(screen.getByRole('button', { name: 'Set password' }))

test('the secret is removed from the address at once and sent only in the body', async () => {
  const { asked } = open({ 'auth/passwordLink': () => LINK })
  expect(location.href).not.toContain(SECRET)
  await screen.findByText('Dr. Farah Naqvi, you sign in as dr.naqvi.')
  expect(asked.map(({ path }) => path).join()).not.toContain(SECRET)
})

test('weak and differing passwords are reported before anything is sent', async () => {
  const { asked } = open({ 'auth/passwordLink': () => LINK })
  await type('New Password', 'weak')
  await type('Confirm Password', 'other')
  await send()
  expect(await screen.findByText(/^New Password needs at least 8 characters/)).toBeDefined()
  expect(screen.getByText('Confirm Password is not the same as New Password.')).toBeDefined()
  expect(asked.some(({ path }) => path.endsWith('setPassword'))).toBe(false)
})

test('a password is set once, and the page leads to the sign-in', async () => {
  const { asked } = open({
    'auth/passwordLink': () => LINK,
    'auth/setPassword': () => ({ body: { message: 'Password set. Sign in with it.' } }),
  })
  await type('New Password', 'Farah #2026')
  await type('Confirm Password', 'Farah #2026')
  await send()
  await waitFor(() => expect(screen.getByText('Your password is set')).toBeDefined())
  expect(asked.at(-1)?.input).toMatchObject({ secret: SECRET, new_password: 'Farah #2026' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
})

test('an expired link says so and offers no password', async () => {
  open({ 'auth/passwordLink': () => OVER })
  expect(await screen.findByText('This link has expired')).toBeDefined()
  expect(screen.queryByLabelText('New Password')).toBeNull()
})

test('an unreachable server is asked again', async () => {
  let tries = 0
  const failed = { status: 500, body: { code: 'internal', message: 'Something went wrong here.' } }
  open({ 'auth/passwordLink': () => ((tries += 1) === 1 ? failed : LINK) })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Dr. Farah Naqvi, you sign in as dr.naqvi.')).toBeDefined()
})

test('without the secret the page requests the link', async () => {
  renderInApp(<SetPassword />)
  expect(await screen.findByText(/Open the link from your letter or paper again/)).toBeDefined()
})
