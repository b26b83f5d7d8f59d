import type { visitCalls } from '#contract/calls/visits.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { demandClinicDoctor } from '../clinical/public/rights.ts'
import { readCompany } from '../visits/public/reading/company.ts'
import { findFreeSlots } from '../visits/public/slots/free-slots.ts'
import { assignServiceDoctor, assignVisitTag } from './assign.ts'
import { updateCharges } from './booking/update-charges.ts'
import { selectAppointments } from './calendar.ts'
import { visitDetail } from './detail.ts'
import { changeServiceStatus } from './exam-status.ts'
import type { saveBooking } from './public/booking/save-booking.ts'
import { selectReferrerPrices } from './referrer-prices.ts'
import { cancelVisit, completeVisit, confirmVisit, startVisit } from './run-visit.ts'

/** The most slots that the calendar returns, and that a list without a branch returns (docs/wire.md). */
const CALENDAR_MAX = 2_000
const LIST_MAX = 500

/** Checked before the input is parsed. */
export const VISIT_DEMANDS: DemandsFor<typeof visitCalls> = { complete: demandClinicDoctor }

/**
 * Handlers for booking and running a visit (docs/visits.md#booking, docs/visits.md#visit-panel,
 * docs/wire.md#paths-and-bases). `save` books a visit, also one that a booking request asks for.
 */
export const createVisitHandlers = (save: typeof saveBooking): HandlersFor<typeof visitCalls> => ({
  save: async (input, ctx) => {
    const visit = await save(ctx, input)
    return { message: 'Saved successfully', appt_id: visit.id, result: { visit } }
  },
  detail: async ({ id }, ctx) => visitDetail(ctx, id),
  machineAppointments: async (input, ctx) => ({ result: await selectAppointments(ctx, input, CALENDAR_MAX) }),
  allMachineAppointments: async (input, ctx) => ({ result: await selectAppointments(ctx, input, LIST_MAX) }),
  freeSlots: async (input, ctx) => {
    const { caller } = ctx
    if (!caller.isClientAdmin && !caller.branchIds.includes(input.branch_id)) throw new Refusal('not_found')
    return {
      result: await findFreeSlots(ctx, {
        branchId: input.branch_id,
        departmentId: input.department_id,
        ofDoctors: input.of_doctors === '1',
        placeId: input.doctor_id ?? input.machine_id,
        from: Date.parse(input.start_dt),
        minutes: input.minutes,
        visitId: input.appt_id,
      }),
    }
  },
  refCharges: async ({ ref_dr_id }, ctx) => ({ result: await selectReferrerPrices(ctx, ref_dr_id) }),
  confirm: async ({ appt_id }, ctx) => confirmVisit(ctx, appt_id),
  startVisit: async (input, ctx) => startVisit(ctx, input),
  complete: async ({ appt_id }, ctx) => completeVisit(ctx, appt_id),
  cancel: async (input, ctx) => cancelVisit(ctx, input),
  assignTag: async (input, ctx) => assignVisitTag(ctx, input),
  assignDoctor: async (input, ctx) => assignServiceDoctor(ctx, input),
  changeServiceStatus: async (input, ctx) => changeServiceStatus(ctx, input),
  updateCharges: async (input, ctx) => updateCharges(ctx, input),
  companyDetail: async (_input, ctx) => ({ result: await readCompany(ctx) }),
})
