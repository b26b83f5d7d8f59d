import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'

const zone = SANJEEVANI.branches[0]?.timeZone ?? ''

/**
 * Returns the day so many days from today by the clock of the demo's centre, which in the evening differs
 * from the day in UTC.
 */
export const centreDay = (days = 0): DayText => addDays(dayAt(new Date(), zone), days)
