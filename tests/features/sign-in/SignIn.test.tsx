import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLinkCredentials, takeLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import SignIn from '#src/features/sign-in/SignIn.tsx'
import { currentSession, signOut } from '#src/sync/session/session.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { otherTabLeads } from '#tests/helpers/page/other-tab-leads.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const captcha = (required: boolean): Script => {
  let pictures = 0
  return {
    ...VAULT_SCRIPT,
    'public/getLoginCaptcha': () => {
      pictures += 1
      return {
        body: { result: { captcha_id: `picture-${pictures}`, svg: `<svg id="${pictures}"/>`, required } },
      }
    },
    'auth/logout': () => ({ body: { message: 'Signed out' } }),
  }
}
const accepted = () => ({ body: { otp_required: 'N', result: sessionFields() } })
const refused = (extra: object = {}) => ({
  status: 401,
  body: { message: 'User name or password is wrong.', code: 'sign_in_failed', ...extra },
})

async function fillIn(password = 'right') {
  await userEvent.type(await screen.findByLabelText('Username or e-mail'), ' asha ')
  await userEvent.type(screen.getByLabelText('Password'), password)
}
const login = () => userEvent.click(screen.getByRole('button', { name: 'Login' }))
const picture = () => screen.findByRole('img', { name: 'Picture with characters to type' })

beforeEach(() => {
  otherTabLeads()
  takeLinkCredentials()
  history.replaceState(null, '', '/')
})
afterEach(async () => {
  await signOut()
  cleanup()
  vi.unstubAllGlobals()
})

test('demo data is announced before the sign-in, and a real installation shows no such note', async () => {
  const script = captcha(false)
  scriptServer({
    ...script,
    'public/getLoginCaptcha': () => ({
      body: { result: { captcha_id: 'picture', svg: '<svg/>', required: false, demo: true } },
    }),
  })
  renderInApp(<SignIn />)
  await screen.findByText('Demo data')
  screen.getByText(/Enter no real patient/)
  cleanup()
  scriptServer(captcha(true))
  renderInApp(<SignIn />)
  await picture()
  expect(screen.queryByText('Demo data')).toBeNull()
})

test('a password alone signs in if no picture is required', async () => {
  const { asked } = scriptServer({ ...captcha(false), 'auth/login': accepted })
  renderInApp(<SignIn />)
  await fillIn()
  expect(screen.queryByLabelText('Characters in the picture')).toBeNull()
  await login()
  await waitFor(() => expect(currentSession()?.name).toBe('Dr. Asha Menon'))
  const sent = asked.find(({ path }) => path.endsWith('auth/login'))!.input
  expect(sent).toMatchObject({ username: 'asha', password: 'right' })
  expect(sent).not.toHaveProperty('captcha')
})

test('the picture is an image, its characters and id are sent along, and another one can be requested', async () => {
  const { asked } = scriptServer({ ...captcha(true), 'auth/login': accepted })
  renderInApp(<SignIn />)
  expect((await picture()).getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  await userEvent.click(screen.getByRole('button', { name: 'Show another picture' }))
  await fillIn()
  await userEvent.type(screen.getByLabelText('Characters in the picture'), 'k7Xq')
  await login()
  await waitFor(() => expect(currentSession()).toBeDefined())
  expect(asked.find(({ path }) => path.endsWith('auth/login'))!.input).toMatchObject({
    captcha: 'k7Xq',
    captcha_id: 'picture-2',
  })
})

test('a refusal shows the words of the server and reloads the picture when it says so', async () => {
  scriptServer({ ...captcha(true), 'auth/login': () => refused({ reloadCaptha: 'YES' }) })
  renderInApp(<SignIn />)
  const before = (await picture()).getAttribute('src')
  await fillIn('wrong')
  await userEvent.type(screen.getByLabelText('Characters in the picture'), 'k7Xq')
  await login()
  expect((await screen.findByRole('alert')).textContent).toContain('User name or password is wrong.')
  await waitFor(async () => expect((await picture()).getAttribute('src')).not.toBe(before))
  expect(screen.getByLabelText('Characters in the picture')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Username or e-mail')).toHaveProperty('value', ' asha ')
})

test('a picture that is required only after a failure appears with the refusal and is then sent along', async () => {
  let tries = 0
  const { asked } = scriptServer({
    ...captcha(false),
    'auth/login': () => (++tries === 1 ? refused({ reloadCaptha: 'YES' }) : accepted()),
  })
  renderInApp(<SignIn />)
  await fillIn()
  await login()
  await userEvent.type(await screen.findByLabelText('Characters in the picture'), 'k7Xq')
  await login()
  await waitFor(() => expect(currentSession()).toBeDefined())
  const sent = asked.filter(({ path }) => path.endsWith('auth/login')).map(({ input }) => input)
  expect(sent[0]).not.toHaveProperty('captcha')
  expect(sent[1]).toMatchObject({ captcha: 'k7Xq', captcha_id: 'picture-2' })
})

test('a refusal without that flag keeps the picture', async () => {
  scriptServer({ ...captcha(true), 'auth/login': () => refused() })
  renderInApp(<SignIn />)
  const before = (await picture()).getAttribute('src')
  await fillIn('wrong')
  await userEvent.type(screen.getByLabelText('Characters in the picture'), 'k7Xq')
  await login()
  await screen.findByRole('alert')
  expect((await picture()).getAttribute('src')).toBe(before)
})

test('a one-time code is requested in a dialog that accepts only six digits', async () => {
  const { asked } = scriptServer({
    ...captcha(false),
    'auth/login': () => ({ body: { otp_required: 'Y', otp_token: 'half-way', otp_sent_to: 'a***@mail.in' } }),
    'auth/loginWithOtp': accepted,
  })
  renderInApp(<SignIn />)
  await fillIn()
  await login()
  const dialog = await screen.findByRole('dialog', { name: 'Login Otp' })
  expect(dialog.textContent).toContain('a***@mail.in')
  const code = screen.getByLabelText('Six-digit code')
  await userEvent.type(code, '12a34')
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
  await userEvent.type(code, '5678')
  expect(code).toHaveProperty('value', '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(currentSession()).toBeDefined())
  const sent = asked.find(({ path }) => path.endsWith('auth/loginWithOtp'))!.input
  expect(sent).toMatchObject({ otp: '123456', otp_token: 'half-way' })
})

test('a new code is sent on request: the dialog says where it was sent and redeems that one', async () => {
  const { asked } = scriptServer({
    ...captcha(false),
    'auth/login': () => ({ body: { otp_required: 'Y', otp_token: 'first', otp_sent_to: 'a***@mail.in' } }),
    'auth/resendOtp': () => ({ body: { otp_required: 'Y', otp_token: 'second', otp_sent_to: '•••••••345' } }),
    'auth/loginWithOtp': accepted,
  })
  renderInApp(<SignIn />)
  await fillIn()
  await login()
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText(/•••••••345/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(currentSession()).toBeDefined())
  const inputOf = (end: string) => asked.find(({ path }) => path.endsWith(end))!.input
  expect(inputOf('auth/resendOtp')).toEqual({ otp_token: 'first' })
  expect(inputOf('auth/loginWithOtp')).toMatchObject({ otp: '123456', otp_token: 'second' })
})

test('a wrong code is reported in the dialog, which stays open', async () => {
  scriptServer({
    ...captcha(false),
    'auth/login': () => ({ body: { otp_required: 'Y', otp_token: 'half-way' } }),
    'auth/loginWithOtp': () => ({
      status: 401,
      body: { message: 'The code is wrong or no longer valid.', code: 'otp_wrong' },
    }),
  })
  renderInApp(<SignIn />)
  await fillIn()
  await login()
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('The code is wrong or no longer valid.')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Login Otp' })).toBeDefined()
})

test('a patient’s link signs in automatically, once', async () => {
  history.replaceState(null, '', '/login/p.iyer/link-secret')
  keepLinkCredentials()
  const { asked } = scriptServer({
    ...captcha(true),
    'auth/patAutoLogin': () => ({
      body: {
        otp_required: 'N',
        result: sessionFields({ user_type: 'PATIENT', is_patient: 1, name: 'P. Iyer' }),
      },
    }),
  })
  renderInApp(<SignIn />)
  await waitFor(() => expect(currentSession()?.name).toBe('P. Iyer'))
  expect(asked.filter(({ path }) => path.endsWith('auth/patAutoLogin')).map(({ input }) => input)).toEqual([
    { username: 'p.iyer', password: 'link-secret' },
  ])
})

test('a patient’s link opened offline signs in once the network is back', async () => {
  history.replaceState(null, '', '/login/p.iyer/link-secret')
  keepLinkCredentials()
  scriptServer({})
  renderInApp(<SignIn />)
  await screen.findByText(/everybody else can sign in once it is online/)
  expect(currentSession()).toBeUndefined()
  vi.unstubAllGlobals()
  scriptServer({
    ...captcha(true),
    'sync/hello': () => ({ body: {} }),
    'auth/patAutoLogin': () => ({
      body: {
        otp_required: 'N',
        result: sessionFields({ user_type: 'PATIENT', is_patient: 1, name: 'P. Iyer' }),
      },
    }),
  })
  await waitFor(() => expect(currentSession()?.name).toBe('P. Iyer'), { timeout: 10_000 })
})

test('offline the form says who can continue and whose changes wait', async () => {
  scriptServer({})
  renderInApp(<SignIn />)
  await fillIn('never typed here')
  await login()
  expect(await screen.findByText(/cannot be checked offline on this device/)).toBeDefined()
  expect(screen.getAllByText(/Whoever locked this device can continue/).length).toBeGreaterThan(0)
  expect(currentSession()).toBeUndefined()
})

test('the reason for the end of a session is shown above the form', async () => {
  scriptServer(captcha(false))
  renderInApp(<SignIn notice="Your session has ended." />)
  expect(await screen.findByText('Your session has ended.')).toBeDefined()
})
