import type { ownBookingCalls } from '#contract/calls/bookings.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { selectBookingRows } from '../bookings/public/booking-row.ts'
import { patientName, type StoredPatient } from '../patients/public/find-patient.ts'
import { selectPatientStudies } from '../portal/public/patient-detail.ts'
import { demandProof, ownPatient } from '../portal/public/proof.ts'
import { saveOwnRequest } from './save-request.ts'
import { selectBranches, selectDepartments, selectOwnRequestIds, selectUpcomingVisits } from './store.ts'

/**
 * Handlers of the patient's own pages: only the own record, after the person has proven the identity
 * (docs/people.md#tenants).
 */
export const ownBookingHandlers: HandlersFor<typeof ownBookingCalls> = {
  requests: async (_, ctx) => {
    const patient = await provenPatient(ctx)
    await ctx.audit('read', 'patient', patient.id)
    const ids = await selectOwnRequestIds(ctx.tx, ctx.caller.clientId, patient.id)
    return { result: await selectBookingRows(ctx.tx, ids) }
  },

  choices: async (_, ctx) => {
    const patient = await provenPatient(ctx)
    const branches = await selectBranches(ctx.tx, ctx.caller.clientId)
    return {
      result: {
        branches: branches.map(({ time_zone: _zone, ...branch }) => branch),
        departments: await selectDepartments(ctx.tx),
        dob: patient.dob,
        gender: GENDERS[patient.gender] ?? '',
      },
    }
  },

  save: async (input, ctx) => ({
    success: true,
    message: 'Your request was sent. The centre will confirm the appointment.',
    result: { id: await saveOwnRequest(ctx, await provenPatient(ctx), input) },
  }),

  bookings: async (_, ctx) => {
    const patient = await provenPatient(ctx)
    await ctx.audit('read', 'patient', patient.id)
    const name = patientName(patient)
    const person = { id: patient.id, pat_id: patient.pat_id, name }
    const studies = await selectPatientStudies(ctx, patient.id)
    return {
      result: {
        name,
        upcoming: await selectUpcomingVisits(ctx, person),
        studies: studies.map((study) => ({ ...study, pat_id: person.pat_id, pat_name: name })),
      },
    }
  },
}

const GENDERS: Readonly<Record<string, 'M' | 'F' | undefined>> = { Male: 'M', Female: 'F' }

async function provenPatient(ctx: Context): Promise<StoredPatient> {
  const patient = await ownPatient(ctx)
  await demandProof(ctx)
  return patient
}
