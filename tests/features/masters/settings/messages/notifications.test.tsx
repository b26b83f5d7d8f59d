import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_NOTIFICATIONS } from '#domain/message/notification.ts'
import { NotificationsTab } from '#src/features/masters/settings/messages/NotificationsTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const TEMPLATE = {
  event: 'Apointment_Request',
  rev: 2,
  ...DEFAULT_NOTIFICATIONS.Apointment_Request,
  sms: 'Dear %NAME%, we call you.',
  is_email_active: 0,
  is_sms_active: 1,
  is_whatsapp_active: 0,
  dlt_entity_id: '1101',
  dlt_header: 'SNJVNI',
  dlt_template_id: '1107',
  dlt_text: 'Dear {#var#}, we call you.',
  wa_template: '',
  wa_language: '',
  wa_variables: [] as string[],
}

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => {
  const server = scriptServer({
    'getPatientNotificationTemplate/Apointment_Request': () => ({ body: { result: TEMPLATE } }),
    'client/savePatientNotificationTemplate': (input) => ({
      body: { result: { ...TEMPLATE, ...input, rev: 3 } },
    }),
  })
  renderInApp(<NotificationsTab />)
  return server
}
const saved = (server: ReturnType<typeof open>) =>
  server.asked
    .filter(({ path }) => path.endsWith('savePatientNotificationTemplate'))
    .map(({ input }) => input)

test('the registered text is compared with the SMS text during typing', async () => {
  open()
  expect(await screen.findByText('The SMS text fits the registered text.')).toBeTruthy()
  const text = screen.getByRole('textbox', { name: /^SMS and WhatsApp text/ })
  await userEvent.type(text, ' Soon.')
  expect(await screen.findByText(/differs from the registered text/)).toBeTruthy()
  const registered = screen.getByRole('textbox', { name: /^Registered text/ })
  await userEvent.clear(registered)
  await waitFor(() => expect(screen.queryByText(/differs from the registered text/)).toBeNull())
})

test('carrier ids and WhatsApp’s template with its variables in order are saved', async () => {
  const server = open()
  const id = await screen.findByRole('textbox', { name: /^Template ID/ })
  await userEvent.clear(id)
  await userEvent.type(id, '1108')
  await userEvent.type(screen.getByRole('textbox', { name: /^Template name/ }), 'request_taken')
  await userEvent.type(screen.getByRole('textbox', { name: /^Language/ }), 'en')
  const variables = screen.getByRole('combobox', { name: /^Variables/ })
  for (const name of ['SERVICE', 'NAME']) {
    await userEvent.click(variables)
    await userEvent.click(await screen.findByRole('option', { name, hidden: true }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved(server)).toHaveLength(1))
  expect(saved(server)[0]).toMatchObject({
    event: 'Apointment_Request',
    dlt_template_id: '1108',
    dlt_text: 'Dear {#var#}, we call you.',
    wa_template: 'request_taken',
    wa_language: 'en',
    wa_variables: ['SERVICE', 'NAME'],
  })
})

test('a due follow-up is a separate event, with the name of its day', async () => {
  const texts = { ...TEMPLATE, event: 'Follow_Up_Due', ...DEFAULT_NOTIFICATIONS.Follow_Up_Due }
  scriptServer({
    'getPatientNotificationTemplate/Apointment_Request': () => ({ body: { result: TEMPLATE } }),
    'getPatientNotificationTemplate/Follow_Up_Due': () => ({ body: { result: texts } }),
  })
  renderInApp(<NotificationsTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Follow-up due' }))
  expect((await screen.findAllByText(/CT Chest, is due: 24 Feb 2027/)).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/%DUE_DATE%/).length).toBeGreaterThan(0)
})

test('each language has its own text, and what is typed in one survives a look at another', async () => {
  const hindi = { ...TEMPLATE, language: 'hi', rev: 0, sms: 'नमस्ते %NAME%', dlt_text: '', is_sms_active: 0 }
  let asks = 0
  const server = scriptServer({
    // The English text is asked for first.
    'getPatientNotificationTemplate/Apointment_Request': () => ({
      body: { result: asks++ === 0 ? TEMPLATE : hindi },
    }),
    'client/savePatientNotificationTemplate': (input) => ({
      body: { result: { ...hindi, ...input, rev: 1 } },
    }),
  })
  renderInApp(<NotificationsTab />)
  expect(await screen.findByDisplayValue('Dear %NAME%, we call you.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'हिन्दी' }))
  const text = await screen.findByDisplayValue('नमस्ते %NAME%')
  expect(text.closest('[lang]')?.getAttribute('lang')).toBe('hi')
  expect(screen.getByText('Sent in place of the English text by')).toBeTruthy()
  await userEvent.type(text, '!')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  await userEvent.click(screen.getByRole('radio', { name: 'हिन्दी' }))
  expect(screen.getByDisplayValue('नमस्ते %NAME%!')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved(server)).toHaveLength(1))
  expect(saved(server)[0]).toMatchObject({
    event: 'Apointment_Request',
    language: 'hi',
    sms: 'नमस्ते %NAME%!',
  })
})

test('the text to a referrer is in English alone', async () => {
  const texts = { ...TEMPLATE, event: 'Follow_Up_Referrer', ...DEFAULT_NOTIFICATIONS.Follow_Up_Referrer }
  scriptServer({
    'getPatientNotificationTemplate/Apointment_Request': () => ({ body: { result: TEMPLATE } }),
    'getPatientNotificationTemplate/Follow_Up_Referrer': () => ({ body: { result: texts } }),
  })
  renderInApp(<NotificationsTab />)
  await screen.findByRole('radio', { name: 'हिन्दी' })
  await userEvent.click(screen.getByRole('button', { name: 'Follow-up due (to the referrer)' }))
  await screen.findByDisplayValue(texts.subject)
  expect(screen.queryByRole('radio', { name: 'हिन्दी' })).toBeNull()
})
