import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SHARE_TEXTS } from '#domain/message/share-text.ts'
import { ShareTab } from '#src/features/masters/settings/messages/ShareTab.tsx'
import { SmtpTab } from '#src/features/masters/settings/messages/SmtpTab.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ online: true }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({ main_modules: ['whatsapp_share'], user_type: 'CLIENT' }),
}))

const SMTP = {
  rev: 3,
  host: 'mail.example',
  port: 587,
  is_ssl: 0,
  user_name: 'centre',
  sender_name: 'Centre',
  sender_email: 'desk@example.org',
  reply_to: 'desk@example.org',
  has_password: 1,
}
const GENERAL = { rev: 1, ...DEFAULT_SHARE_TEXTS, whatsapp_url: '', has_whatsapp_token: 1 }

beforeEach(() => {
  world.online = true
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (content: ReactNode, script: Script = {}) => {
  const server = scriptServer({
    'master/smtpDtl': () => ({ body: { result: SMTP } }),
    'client/generalSettings': () => ({ body: { result: GENERAL } }),
    ...script,
  })
  renderInApp(content)
  return server
}
const sent = (server: ReturnType<typeof open>, end: string) =>
  server.asked.filter(({ path }) => path.endsWith(end)).map(({ input }) => input)

test('a stored password is never shown, and stays unless it is edited', async () => {
  const server = open(<SmtpTab />, {
    'master/saveSmtp': ({ host }) => ({ body: { result: { ...SMTP, host, rev: 4 } } }),
  })
  const host = await screen.findByRole('textbox', { name: /^Host/ })
  expect(screen.getByText('Set')).toBeTruthy()
  await userEvent.clear(host)
  await userEvent.type(host, 'smtp.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(server, 'master/saveSmtp')).toHaveLength(1))
  expect(sent(server, 'master/saveSmtp')[0]).toMatchObject({ host: 'smtp.example' })
  expect(sent(server, 'master/saveSmtp')[0]).not.toHaveProperty('password')
})

test('the second of two administrators sees the changes, keeps the typed values, and may then save them', async () => {
  let isFirst = true
  const server = open(<SmtpTab />, {
    'master/saveSmtp': (input) => {
      if (!isFirst) return { body: { result: { ...SMTP, ...input, rev: 6 } } }
      isFirst = false
      const current = { ...SMTP, port: 465, rev: 5 }
      const message = 'Someone else changed this in the meantime.'
      return { status: 409, body: { code: 'conflict', message, current } }
    },
  })
  const host = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Host/ })
  await userEvent.type(host, '.org')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Changed by somebody else: Port.')
  expect(host.value).toBe('mail.example.org')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Port/ }).value).toBe('465')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(server, 'master/saveSmtp')).toHaveLength(2))
  expect(sent(server, 'master/saveSmtp')[1]).toMatchObject({ host: 'mail.example.org', port: 465 })
})

test('a rule that the server names is shown at its field, with the typed value', async () => {
  open(<SmtpTab />, {
    'master/saveSmtp': () => ({
      status: 400,
      body: {
        code: 'invalid',
        message: 'Please correct the highlighted fields.',
        fields: { host: 'is required' },
      },
    }),
  })
  await userEvent.clear(await screen.findByRole('textbox', { name: /^Host/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Host is required.')).toBeTruthy()
})

test('a password that must be entered again says so at its field, and is sent once typed', async () => {
  const server = open(<SmtpTab />, {
    'master/saveSmtp': ({ password }) =>
      password === undefined
        ? {
            status: 400,
            body: {
              code: 'invalid',
              message: 'Please correct the highlighted fields.',
              fields: { password: 'must be entered again: the address is another one' },
            },
          }
        : { body: { result: { ...SMTP, rev: 4 } } },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Host/ }), '.org')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Password must be entered again: the address is another one.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change Password' }))
  await userEvent.type(screen.getByLabelText(/^Password/), 'word')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(server, 'master/saveSmtp')).toHaveLength(2))
  expect(sent(server, 'master/saveSmtp')[1]).toMatchObject({ host: 'mail.example.org', password: 'word' })
})

test('offline the save button is shown, disabled, with the reason', async () => {
  const server = open(<SmtpTab />)
  await screen.findByRole('textbox', { name: /^Host/ })
  cleanup()
  world.online = false
  renderInApp(<SmtpTab />)
  await userEvent.type(await screen.findByRole('textbox', { name: /^Host/ }), 'x')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(save)
  expect(sent(server, 'master/saveSmtp')).toEqual([])
})

test('a chip inserts its placeholder at the cursor, and the preview shows the patient’s text', async () => {
  open(<ShareTab />)
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Images of a study' })
  await userEvent.clear(text)
  await userEvent.type(text, 'Dear , look')
  text.setSelectionRange(5, 5)
  await userEvent.click(screen.getByRole('button', { name: 'Insert PATIENT_NAME into Images of a study' }))
  expect(text.value).toBe('Dear %PATIENT_NAME%, look')
  expect(screen.getByRole('status', { name: 'Preview: Images of a study' }).textContent).toBe(
    'Dear Asha Sample, look',
  )
  await userEvent.type(text, ' %NOBODY%')
  expect(await screen.findByText('Nothing is known for %NOBODY%.')).toBeTruthy()
})

test('gateways are shown for the channels of the client', async () => {
  open(<ShareTab />)
  expect(await screen.findByText('WhatsApp gateway')).toBeTruthy()
  expect(screen.queryByText('SMS gateway')).toBeNull()
})
