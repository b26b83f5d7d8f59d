import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Calendar } from '#src/parts/calendar/Calendar.tsx'
import { weekOf } from '#src/parts/calendar/day-frame.ts'
import { scaleOf } from '#src/parts/calendar/scale.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/ui/dates/use-weekend.ts', () => ({ useWeekend: () => [6, 0] }))

/** Start of each element in the week layout of a phone: 52 px of hours, 104 px a day. */
const DAY_PX = 104
const GUTTER_PX = 52
let went: ScrollToOptions[] = []

beforeEach(() => {
  went = []
  vi.useFakeTimers({ now: new Date('2026-11-26T08:00:00Z'), toFake: ['Date'] })
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return GUTTER_PX + DAY_PX * ([...(this.parentElement?.children ?? [])].indexOf(this) - 1)
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(GUTTER_PX)
  HTMLElement.prototype.scrollTo = ((to: ScrollToOptions) => void went.push(to)) as HTMLElement['scrollTo']
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = (days: readonly string[]) =>
  renderInApp(
    <Calendar
      days={days}
      zone="UTC"
      branch={{ open_time: '07:00', close_time: '20:00' }}
      slotMinutes={20}
      events={[]}
      onPick={() => undefined}
      onOpen={() => undefined}
    />,
  )

test('a week wider than the screen opens at the column of today, an hour before now', () => {
  open(weekOf('2026-11-26'))
  // Thursday is the fourth column; the hours stay beside it. It is 08:00 and the calendar begins at 07:00.
  expect(went).toEqual([{ left: 3 * DAY_PX, top: 0 }])
})

test('another week opens at its Monday, and at the opening', () => {
  open(weekOf('2026-12-03'))
  expect(went).toEqual([{ left: 0, top: 0 }])
})

test('a week in the afternoon does not open at the morning', () => {
  vi.setSystemTime(new Date('2026-11-26T15:00:00Z'))
  open(weekOf('2026-11-26'))
  expect(went).toEqual([{ left: 3 * DAY_PX, top: 7 * 60 * scaleOf(20) }])
})
