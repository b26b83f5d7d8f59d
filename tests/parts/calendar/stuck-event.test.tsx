import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Calendar } from '#src/parts/calendar/Calendar.tsx'
import type { CalendarEvent } from '#src/parts/calendar/event.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const told = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/notes/notify.ts', () => ({ notifyRefusal: (reason: string) => void told.push(reason) }))
vi.mock('#src/ui/dates/use-weekend.ts', () => ({ useWeekend: () => [6, 0] }))

const WHY = 'Completed: this appointment has begun or is over, and stays where it is.'
const START = Date.parse('2099-11-24T05:40:00Z')
const STUCK: CalendarEvent = {
  id: 'slot',
  visitId: 'visit',
  start: START,
  end: START + 20 * 60_000,
  name: 'Asha Kulkarni',
  detail: '',
  status: { label: 'Completed', colour: 'green' },
  payment: 'Paid',
  isVip: false,
  isTentative: false,
  canMove: false,
  stuck: WHY,
}
const onMove = vi.fn()

const show = () => {
  renderInApp(
    <Calendar
      days={['2099-11-24']}
      zone="Asia/Kolkata"
      branch={undefined}
      slotMinutes={20}
      events={[STUCK]}
      onPick={() => undefined}
      onMove={onMove}
      onOpen={() => undefined}
    />,
  )
  return screen.getByRole('button', { name: /^Asha Kulkarni/ })
}

beforeEach(() => {
  told.length = 0
  onMove.mockClear()
})
afterEach(cleanup)

test('dragging a fixed event says why, once, and moves nothing', () => {
  const box = show()
  fireEvent.pointerDown(box, { button: 0, clientX: 20, clientY: 20, pointerType: 'mouse' })
  expect(told).toEqual([])
  fireEvent.pointerMove(window, { clientX: 20, clientY: 40 })
  fireEvent.pointerMove(window, { clientX: 20, clientY: 80 })
  fireEvent.pointerUp(window, { clientX: 20, clientY: 80 })
  expect(told).toEqual([WHY])
  expect(onMove).not.toHaveBeenCalled()
})

test('a click on it shows no message', () => {
  const box = show()
  fireEvent.pointerDown(box, { button: 0, clientX: 20, clientY: 20, pointerType: 'mouse' })
  fireEvent.pointerMove(window, { clientX: 21, clientY: 22 })
  fireEvent.pointerUp(window, { clientX: 21, clientY: 22 })
  fireEvent.pointerMove(window, { clientX: 200, clientY: 200 })
  expect(told).toEqual([])
})

test('a resting finger shows the message too; a scrolling one does not', async () => {
  const box = show()
  const finger = { button: 0, clientX: 20, clientY: 20, pointerType: 'touch' }
  fireEvent.pointerDown(box, finger)
  fireEvent.pointerMove(window, { clientX: 20, clientY: 60 })
  fireEvent.pointerUp(window, { clientX: 20, clientY: 60 })
  fireEvent.pointerDown(box, finger)
  await waitFor(() => expect(told).toEqual([WHY]))
})
