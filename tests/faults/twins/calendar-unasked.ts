import type { Twin } from './twin.ts'

/** Books without checking the device's calendar. */
export const calendarUnasked: Twin = {
  name: 'calendar not asked',
  what: 'books without asking the calendar that the device holds',
  schedule: 'desks',
  runs: 40,
  breaks: ['nobody is booked over what the device shows'],
  options: () => ({ isCalendarUnasked: true }),
}
