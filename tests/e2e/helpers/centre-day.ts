import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'

/** So many days from today by the clock of the demo's centres: their evening is yesterday's for whoever counts in UTC. */
export const centreDay = (days = 0): DayText => addDays(dayAt(new Date(), 'Asia/Kolkata'), days)
