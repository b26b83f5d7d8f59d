import type { flowCalls } from '#contract/calls/flow.ts'
import { EARLIER_DAYS, RECENT_DAYS } from '#domain/flow/quiet.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { FigureRange } from '../sales/public/figure-scope.ts'
import { type Figures, openFigures } from '../sales/public/figures.ts'
import { readAges } from './ageing.ts'
import { readMachineUse } from './machine-use.ts'
import { readTurnaround } from './public/turnaround.ts'
import { readQuietReferrers } from './quiet.ts'
import { readSkips } from './skips.ts'
import { readWeekday } from './weekday.ts'

async function figureOf<Result>(
  ctx: Context,
  input: FigureRange,
  read: (figures: Figures) => Promise<Result>,
) {
  const figures = await openFigures(ctx, input)
  return { result: await read(figures), as_at: figures.asAt }
}

const onDay = (branch_id: string | undefined, day: string): FigureRange => ({
  branch_id,
  from_date: day,
  to_date: day,
})

export const flowHandlers: HandlersFor<typeof flowCalls> = {
  turnaround: async (input, ctx) =>
    figureOf(ctx, input, (figures) => {
      const { modality, department_id, from_date, to_date } = input
      return readTurnaround(figures, { modality, department_id, from_date, to_date })
    }),
  ageing: async ({ branch_id, modality, department_id }, ctx) =>
    figureOf(ctx, onDay(branch_id, dayAt(ctx.now, ctx.caller.timeZone)), (figures) =>
      readAges(figures, { modality, department_id }),
    ),
  machineUse: async (input, ctx) => figureOf(ctx, input, (figures) => readMachineUse(figures, input)),
  weekday: async ({ branch_id, department_id, day }, ctx) =>
    figureOf(ctx, onDay(branch_id, day), (figures) =>
      readWeekday(figures, { branch_id, department_id }, day),
    ),
  quietReferrers: async ({ branch_id, department_id, day, dr_type }, ctx) => {
    const from_date = addDays(day, 1 - RECENT_DAYS - EARLIER_DAYS)
    return figureOf(ctx, { branch_id, from_date, to_date: day }, (figures) =>
      readQuietReferrers(figures, dr_type, department_id),
    )
  },
  skips: async ({ modality, department_id, doctor_id, reason, ...range }, ctx) =>
    figureOf(ctx, range, (figures) => readSkips(figures, { modality, department_id }, { doctor_id, reason })),
}
