import type { Twin } from './twin.ts'

/** Books without a look at the calendar that the device holds. */
export const calendarUnasked: Twin = {
  name: 'calendar not asked',
  what: 'books without asking the calendar that the device holds',
  schedule: 'desks',
  runs: 40,
  breaks: ['nobody is booked over what the device shows'],
  options: () => ({ isCalendarUnasked: true }),
}
