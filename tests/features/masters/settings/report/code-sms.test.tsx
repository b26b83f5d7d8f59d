import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CODE_SMS } from '#domain/message/code-text.ts'
import { ReportTab } from '#src/features/masters/settings/report/ReportTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const GENERAL = {
  rev: 4,
  otp_rule: 'Always',
  otp_channel: 'S',
  otp_sms: DEFAULT_CODE_SMS,
  otp_dlt_entity_id: '',
  otp_dlt_header: '',
  otp_dlt_template_id: '',
  otp_dlt_text: '',
  has_code_channel: 1,
  captcha_rule: 'always',
}

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (change: object = {}) => {
  const server = scriptServer({
    'client/generalSettings': () => ({ body: { result: { ...GENERAL, ...change } } }),
    'client/saveReportSettings': (input) => ({ body: { result: { ...GENERAL, ...input, rev: 5 } } }),
  })
  renderInApp(<ReportTab />)
  return server
}
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })

test('the SMS of a code is previewed and compared with its registered text during typing', async () => {
  const server = open()
  const text = await field(/^SMS text/)
  await userEvent.clear(text)
  await userEvent.click(text)
  await userEvent.paste('Code %CODE%.')
  expect(screen.getByRole('status', { name: 'Preview: SMS text' }).textContent).toBe('Code 123456.')
  const registered = await field(/^Registered text/)
  await userEvent.click(registered)
  await userEvent.paste('The code {#var#}.')
  expect(await screen.findByText(/differs from the registered text/)).toBeDefined()
  await userEvent.clear(registered)
  await userEvent.paste('Code {#var#}.')
  expect(await screen.findByText('The SMS text fits the registered text.')).toBeDefined()
  await userEvent.type(await field(/^Header/), 'SNJVNI')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked.findLast(({ path }) => path.endsWith('saveReportSettings'))?.input).toMatchObject({
      otp_sms: 'Code %CODE%.',
      otp_dlt_text: 'Code {#var#}.',
      otp_dlt_header: 'SNJVNI',
    }),
  )
})

test('a text without the code says so before it is saved', async () => {
  open({ otp_sms: 'Good evening' })
  expect(await screen.findByText('SMS text must name %CODE%.')).toBeDefined()
})

test('codes by e-mail need no SMS text', async () => {
  open({ otp_channel: 'E' })
  expect(await screen.findByRole('heading', { name: 'Sign-in and devices' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /^SMS text/ })).toBeNull()
})
