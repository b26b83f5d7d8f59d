import { type DayText, dayAt } from '../time/zones.ts'

/** When money was taken and when it arrived here, as ISO 8601; a refund has no `taken_on`. */
export interface MoneyTimes {
  taken_on?: string
  created: string
  cancelled_on: string | null
}

/** Days of a receipt or refund at its branch. */
export interface MoneyDays {
  /** The day on which the money counts. */
  business_day: DayText
  /** The day on which its cancellation counts; null while it is not cancelled. */
  cancel_day: DayText | null
  /** The day on which the money changed hands, if that month was locked; otherwise null. */
  belongs_day: DayText | null
}

/** The day in `zone` on which money changed hands: that of `takenOn`, but never after the day it arrived. */
export const businessDay = (takenOn: Date, arrived: Date, zone: string): DayText =>
  dayAt(takenOn < arrived ? takenOn : arrived, zone)

/** The days of a row, or, in device copies from before rows had days, computed from its times. */
export function moneyDays(row: MoneyTimes & Partial<MoneyDays>, zone: string): MoneyDays {
  const arrived = new Date(row.created)
  const takenOn = row.taken_on === undefined ? arrived : new Date(row.taken_on)
  return {
    business_day: row.business_day ?? businessDay(takenOn, arrived, zone),
    cancel_day:
      row.cancel_day ?? (row.cancelled_on === null ? null : dayAt(new Date(row.cancelled_on), zone)),
    belongs_day: row.belongs_day ?? null,
  }
}
