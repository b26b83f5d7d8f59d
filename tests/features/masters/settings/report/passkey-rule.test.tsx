import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportTab } from '#src/features/masters/settings/report/ReportTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: () => ({
    rows: [
      { id: 5, title: 'Reception' },
      { id: 6, title: 'Radiologist' },
    ],
  }),
}))

const GENERAL = {
  rev: 4,
  otp_rule: 'Off',
  otp_channel: 'E',
  captcha_rule: 'always',
  passkey_rule: 'Offered',
  passkey_roles: [],
}

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an administrator requires passkeys of one role', async () => {
  const server = scriptServer({
    'client/generalSettings': () => ({ body: { result: GENERAL } }),
    'client/saveReportSettings': (input) => ({ body: { result: { ...GENERAL, ...input, rev: 5 } } }),
  })
  renderInApp(<ReportTab />)
  const rule = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Passkeys/ })
  expect(screen.queryByRole('combobox', { name: /^Roles/ })).toBeNull()
  await userEvent.click(rule)
  await userEvent.click(await screen.findByRole('option', { name: /roles/i }))
  await userEvent.click(await screen.findByRole('combobox', { name: /^Roles/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Radiologist' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked.findLast(({ path }) => path.endsWith('saveReportSettings'))?.input).toMatchObject({
      passkey_rule: 'Roles',
      passkey_roles: [6],
    }),
  )
})
