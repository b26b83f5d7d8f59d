import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportTab } from '#src/features/masters/settings/report/ReportTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const general = (signing_doctors: number) => ({
  rev: 4,
  otp_rule: 'Off',
  otp_channel: 'E',
  captcha_rule: 'always',
  vault_days: 7,
  journal_days: 7,
  peer_learning: 0,
  peer_share: 2,
  signing_doctors,
})
const ALONE = /Fewer than two doctors of your client sign reports/

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (doctors: number) => {
  const server = scriptServer({
    'client/generalSettings': () => ({ body: { result: general(doctors) } }),
    'client/saveReportSettings': (input) => ({ body: { result: { ...general(doctors), ...input, rev: 5 } } }),
  })
  renderInApp(<ReportTab />)
  return server
}

test('an administrator switches second readings on and sets their share', async () => {
  const server = show(5)
  fireEvent.click(await screen.findByRole('switch', { name: /^Draw signed studies for a second reading/ }))
  const share = screen.getByRole('textbox', { name: /^Share of the signed studies/ })
  fireEvent.change(share, { target: { value: '3.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith('saveReportSettings'))?.input).toMatchObject({
      peer_learning: 1,
      peer_share: 3.5,
    }),
  )
  expect(screen.queryByText(ALONE)).toBeNull()
})

test('with a single signing doctor the settings say why nothing is drawn', async () => {
  show(1)
  expect(await screen.findByText(ALONE)).toBeTruthy()
})
