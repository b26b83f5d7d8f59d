import type { biCalls } from '#contract/calls/bi.ts'
import type { salesCalls } from '#contract/calls/sales.ts'
import type { visitCreatorCalls, visitListCalls } from '#contract/calls/visit-list.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { listCreators } from './creators.ts'
import { casesByMachine, casesByReferrer, sumCases, sumGenders, sumNewRepeated } from './public/bi.ts'
import { summarizeCollection, sumPayments } from './public/collection.ts'
import type { FigureRange } from './public/figure-scope.ts'
import { type Figures, openFigures, stamp } from './public/figures.ts'
import { listAllInvoices, listInvoices } from './public/invoices.ts'
import { listAllReceipts, listReceipts } from './public/receipts.ts'
import { listAllServices, listServices } from './public/services.ts'
import { listAllVisits, listVisits } from './public/visit-list.ts'
import { sumDepartments } from './public/visit-sums.ts'

/** Starts reading figures, reads one figure, and adds its moment. */
async function figureOf<Result>(
  ctx: Context,
  input: FigureRange,
  read: (figures: Figures) => Promise<Result>,
) {
  const figures = await openFigures(ctx, input)
  return { result: await read(figures), ...stamp(figures) }
}

/** Handlers of Patients Visits. */
export const visitListHandlers: HandlersFor<typeof visitListCalls> = {
  visits: async (input, ctx) => listVisits(ctx, input),
  allVisits: async (input, ctx) => listAllVisits(ctx, input),
  departmentSummary: async (input, ctx) =>
    figureOf(ctx, input, (figures) => sumDepartments(figures, { base: 'Sales', filter: input })),
}

export const visitCreatorHandlers: HandlersFor<typeof visitCreatorCalls> = {
  usersCreatedAppointments: async ({ checkSelfCreated }, ctx) => ({
    result: await listCreators(ctx, checkSelfCreated === 'Y'),
  }),
}

/** Handlers of the sales report. */
export const salesHandlers: HandlersFor<typeof salesCalls> = {
  collectionSummary: async (input, ctx) =>
    figureOf(ctx, input, (figures) => summarizeCollection(figures, input.includeFutureReceipt === 'Y')),
  invoices: async (input, ctx) => listInvoices(ctx, input),
  allInvoices: async (input, ctx) => listAllInvoices(ctx, input),
  invoiceDepartments: async (input, ctx) =>
    figureOf(ctx, input, (figures) => sumDepartments(figures, { base: 'Invoices', filter: input })),
  services: async (input, ctx) => listServices(ctx, input),
  allServices: async (input, ctx) => listAllServices(ctx, input),
  receipts: async (input, ctx) => listReceipts(ctx, input),
  allReceipts: async (input, ctx) => listAllReceipts(ctx, input),
}

/** Handlers of the BI dashboard. */
export const biHandlers: HandlersFor<typeof biCalls> = {
  paymentReceived: async (input, ctx) =>
    figureOf(ctx, input, (figures) => sumPayments(figures, input.includeFutureReceipt === 'Y')),
  serviceCases: async (input, ctx) => figureOf(ctx, input, sumCases),
  machineCases: async (input, ctx) => figureOf(ctx, input, casesByMachine),
  newRepeated: async (input, ctx) => figureOf(ctx, input, sumNewRepeated),
  genderWise: async (input, ctx) => figureOf(ctx, input, sumGenders),
  refDrCases: async (input, ctx) =>
    figureOf(ctx, input, (figures) => casesByReferrer(figures, input.dr_type)),
}
