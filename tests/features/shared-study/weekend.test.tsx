import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import SharedStudy from '#src/features/shared-study/SharedStudy.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/features/shared-study/shared-secret.ts', () => ({
  sharedLink: () => ({ secret: 'A'.repeat(43), toReport: false }),
}))

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function weekendsIn(country_id: number | undefined): Promise<string[]> {
  const door = '01970000-0000-7000-8000-0000000000d0'
  const result = { centre: 'Sanjeevani', asks: 'birth_date', door, is_proven: 0, country_id }
  scriptServer({ 'public/sharedStudy': () => ({ body: { result } }) })
  renderInApp(<SharedStudy />)
  await userEvent.click(await screen.findByRole('button', { name: /calendar/i }))
  const dialog = await screen.findByRole('dialog')
  const days = await within(dialog).findAllByRole('button', { name: /^(1|[2-9]|1[0-5]) Nov(ember)? 2026$/ })
  return days.flatMap((day) => (day.hasAttribute('data-weekend') ? [day.textContent ?? ''] : []))
}

test('the weekend behind a shared link is that of the centre: Friday and Saturday in Kuwait', async () => {
  expect((await weekendsIn(965)).slice(0, 4)).toEqual(['6', '7', '13', '14'])
})

test('the weekend is Saturday and Sunday without a known country', async () => {
  expect((await weekendsIn(undefined)).slice(0, 4)).toEqual(['1', '7', '8', '14'])
})
