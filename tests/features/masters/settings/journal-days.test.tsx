import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportTab } from '#src/features/masters/settings/report/ReportTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const GENERAL = {
  rev: 4,
  otp_rule: 'Off',
  otp_channel: 'E',
  captcha_rule: 'always',
  vault_days: 7,
  journal_days: 7,
}
const REFUSED = {
  status: 400,
  body: { code: 'invalid', message: 'Wrong.', fields: { journal_days: 'is at most 90' } },
}

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an administrator chooses for how many days devices keep accepted work, from 1 to 90', async () => {
  const server = scriptServer({
    'client/generalSettings': () => ({ body: { result: GENERAL } }),
    'client/saveReportSettings': (input) =>
      Number(input.journal_days) > 90 ? REFUSED : { body: { result: { ...GENERAL, ...input, rev: 5 } } },
  })
  renderInApp(<ReportTab />)
  const saved = () => server.asked.filter(({ path }) => path.endsWith('saveReportSettings'))
  const days = await screen.findByRole<HTMLInputElement>('textbox', {
    name: /^Devices keep what the server took for/,
  })
  expect(days.value).toBe('7')
  await userEvent.clear(days)
  await userEvent.type(days, '91')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    (await screen.findAllByText('Devices keep what the server took for is at most 90.')).length,
  ).toBeGreaterThan(0)
  await userEvent.clear(days)
  await userEvent.type(days, '60')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved().at(-1)?.input).toMatchObject({ journal_days: 60 }))
})
