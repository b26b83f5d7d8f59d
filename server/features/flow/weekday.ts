import type { FlowDay } from '#contract/calls/flow.ts'
import { sameWeekdays } from '#domain/flow/weekdays.ts'
import type { DayText } from '#domain/time/zones.ts'
import { sumCases, sumNewRepeated } from '../sales/bi.ts'
import { sumPayments } from '../sales/collection.ts'
import type { Figures } from '../sales/figures.ts'
import { findPlace } from '../sales/place.ts'

/** A day beside the same weekday of the weeks before: the figures of BI for each of them. */
export async function readWeekday(figures: Figures, branch_id: string | undefined, day: DayText) {
  const before: FlowDay[] = []
  for (const one of sameWeekdays(day)) before.push(await readDay(figures, branch_id, one))
  return { day: await readDay(figures, branch_id, day), before }
}

async function readDay(figures: Figures, branch_id: string | undefined, day: DayText): Promise<FlowDay> {
  const { tx, caller } = figures
  const place = await findPlace(tx, caller, { branch_id, from_date: day, to_date: day })
  const ofDay = { ...figures, place }
  const { visits } = await sumNewRepeated(ofDay)
  const { cases: exams } = await sumCases(ofDay)
  const { total: received } = await sumPayments(ofDay, false)
  return { day, visits, exams, received }
}
