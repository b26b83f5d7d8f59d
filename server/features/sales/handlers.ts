import type { visitCreatorCalls, visitListCalls } from '#contract/calls/visit-list.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { listCreators } from './creators.ts'
import { openFigures, stamp } from './figures.ts'
import { listAllVisits, listVisits } from './visit-list.ts'
import { sumDepartments } from './visit-sums.ts'

/** Patients Visits (spec 4 section 2.2). */
export const visitListHandlers: HandlersFor<typeof visitListCalls> = {
  visits: async (input, ctx) => listVisits(ctx, input),
  allVisits: async (input, ctx) => listAllVisits(ctx, input),
  departmentSummary: async (input, ctx) => {
    const figures = await openFigures(ctx, input)
    return { result: await sumDepartments(figures, { base: 'Sales', filter: input }), ...stamp(figures) }
  },
}

export const visitCreatorHandlers: HandlersFor<typeof visitCreatorCalls> = {
  usersCreatedAppointments: async ({ checkSelfCreated }, ctx) => ({
    result: await listCreators(ctx, checkSelfCreated === 'Y'),
  }),
}
