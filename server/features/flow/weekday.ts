import type { FlowDay } from '#contract/calls/flow.ts'
import { sameWeekdays } from '#domain/flow/weekdays.ts'
import type { DayText } from '#domain/time/zones.ts'
import { sumCases, sumNewRepeated } from '../sales/public/bi.ts'
import { sumPayments } from '../sales/public/collection.ts'
import { findFigureScope } from '../sales/public/figure-scope.ts'
import type { Figures } from '../sales/public/figures.ts'

interface WeekdayFilter {
  branch_id?: string | undefined
  department_id?: string | undefined
}

/** Returns a day and the same weekday of previous weeks, with the BI figures of each. */
export async function readWeekday(figures: Figures, of: WeekdayFilter, day: DayText) {
  const before: FlowDay[] = []
  for (const one of sameWeekdays(day)) before.push(await readDay(figures, of, one))
  return { day: await readDay(figures, of, day), before }
}

// Money is received for a visit, so payments are not filtered by department.
async function readDay(
  figures: Figures,
  { branch_id, department_id }: WeekdayFilter,
  day: DayText,
): Promise<FlowDay> {
  const { tx, caller } = figures
  const scope = await findFigureScope(tx, caller, { branch_id, from_date: day, to_date: day })
  const ofDay = { ...figures, scope }
  const { visits } = await sumNewRepeated(ofDay, department_id)
  const { cases: exams } = await sumCases(ofDay, department_id)
  const received = department_id === undefined ? (await sumPayments(ofDay, false)).total : null
  return { day, visits, exams, received }
}
