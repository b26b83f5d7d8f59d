import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COUNTRIES } from '#domain/masters/countries.ts'
import { DayHeads } from '#src/parts/calendar/DayHeads.tsx'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ country_id: 0 }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams }))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const idOf = (name: string) => COUNTRIES.find((one) => one.name === name)?.id ?? 0
/** 23 November 2026 is a Monday. */
const WEEK = [
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
]
const nothing = () => undefined

async function restDays(dialog: HTMLElement): Promise<string[]> {
  const days = await within(dialog).findAllByRole('button', { name: /^2[3-9] Nov(ember)? 2026$/ })
  return days.flatMap((day) => (day.hasAttribute('data-weekend') ? [day.textContent ?? ''] : []))
}

test.each([
  ['India', ['28', '29']],
  ['Kuwait', ['27', '28']],
  ['Iran', ['26', '27']],
  ['Nepal', ['28']],
])('in %s the days of rest of a calendar are %j', async (country, days) => {
  seams.country_id = idOf(country)
  renderInApp(<DayInput label="Day" zone="UTC" value="2026-11-23" onChange={nothing} />)
  await userEvent.click(screen.getByRole('button', { name: /calendar/i }))
  expect(await restDays(await screen.findByRole('dialog'))).toEqual(days)
})

test('a date range has the same days of rest', async () => {
  seams.country_id = idOf('Kuwait')
  const week = { from: '2026-11-23', to: '2026-11-24' }
  renderInApp(<DayRangeInput label="Received" zone="UTC" value={week} onChange={nothing} />)
  await userEvent.click(screen.getAllByRole('button', { name: /calendar/i })[0] as HTMLElement)
  expect(await restDays(await screen.findByRole('dialog'))).toEqual(['27', '28'])
})

test('the scheduler’s week has the same days of rest', () => {
  seams.country_id = idOf('Kuwait')
  renderInApp(<DayHeads days={WEEK} today="2026-11-23" />)
  const heads = WEEK.map((day) => screen.getByText(new RegExp(`${day.slice(8)} Nov`)))
  expect(heads.map((head) => head.hasAttribute('data-weekend'))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ])
})
