import type { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { mayEditPatient } from '#domain/patient/patient-rights.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { seesPatients } from '#server/kernel/scopes.ts'
import type { PatientFollowers } from './followers.ts'
import { selectLikely } from './likely-store.ts'
import { type PatientListInput, type PatientPage, selectPatientPage } from './list-store.ts'
import { mergePatients } from './merge.ts'
import { selectMerges } from './merge-store.ts'
import { selectOutside } from './of-branch.ts'
import { selectPatients, toPatientRow } from './patient-row.ts'
import { findVisiblePatient, savePatient } from './public/store.ts'
import { selectSignedExaminations } from './signed-store.ts'
import { unmergePatients } from './unmerge.ts'

export const createPatientDeskHandlers = (
  followers: PatientFollowers,
): HandlersFor<typeof patientDeskCalls> => ({
  patients: async (input, ctx) => {
    const { rows, matching } = await readPage(input, ctx)
    const page = {
      start: (input.p - 1) * input.ps,
      total: rows.length,
      total_records: matching,
      cur_page: input.p,
    }
    return { result: { data: rows, page } }
  },

  allPatients: async (input, ctx) => {
    const { rows } = await readPage({ ...input, p: 1, ps: ALL_PAGE_SIZE }, ctx)
    return { result: rows }
  },

  detail: async ({ id }, ctx) => {
    demandPatients(ctx.caller)
    const patient = await findVisiblePatient(ctx.tx, ctx.caller, id)
    if (!patient) throw new Refusal('not_found')
    await ctx.audit('read', 'patient', patient.id)
    await auditOutside(ctx, [patient.id])
    return { result: toPatientRow(patient) }
  },

  likely: async (input, ctx) => {
    demandPatients(ctx.caller)
    const result = await selectLikely(ctx.tx, ctx.caller.clientId, await withHeldNumbers(input, ctx))
    await ctx.audit('read', 'patients', undefined, { rows: result.length })
    await auditOutside(
      ctx,
      result.map(({ patient }) => patient.id),
    )
    return { result }
  },

  save: async (input, ctx) => ({
    message: 'Saved successfully',
    result: { patient: await savePatient(ctx, input, followers.visitsOfPatientChanged) },
  }),

  signedExaminations: async ({ id }, ctx) => {
    const patient = await findVisiblePatient(ctx.tx, ctx.caller, id)
    if (!patient) throw new Refusal('not_found')
    await ctx.audit('read', 'patient', patient.id)
    await auditOutside(ctx, [patient.id])
    return { result: await selectSignedExaminations(ctx.tx, ctx.caller, patient.id) }
  },

  merge: async (input, ctx) => ({
    message: 'Merged',
    result: { patient: toPatientRow(await mergePatients(ctx, input, followers)) },
  }),

  merges: async ({ id }, ctx) => {
    const patient = await findVisiblePatient(ctx.tx, ctx.caller, id)
    if (!patient) throw new Refusal('not_found')
    await ctx.audit('read', 'patient', patient.id)
    return { result: await selectMerges(ctx.tx, ctx.caller.clientId, patient.id) }
  },

  unmerge: async ({ id }, ctx) => ({
    message: 'The two records are separate again',
    result: { patient: toPatientRow(await unmergePatients(ctx, id, followers)) },
  }),
})

/** Checked before the input is parsed. */
export const PATIENT_DESK_DEMANDS: DemandsFor<typeof patientDeskCalls> = {
  patients: demandPatients,
  allPatients: demandPatients,
  detail: demandPatients,
  likely: demandPatients,
  save: (caller) => {
    demandPatients(caller)
    if (!mayEditPatient(caller)) throw new Refusal('not_permitted')
  },
  signedExaminations: demandPatients,
  merge: demandPatients,
  merges: demandPatients,
  unmerge: demandPatients,
}

/** Throws if the caller may not search patients. */
export function demandPatients(caller: Caller): void {
  if (!seesPatients(caller)) throw new Refusal('not_permitted')
}

// The search text is not in the audit trail, because it is a name.
async function readPage(input: PatientListInput, ctx: Context): Promise<PatientPage> {
  demandPatients(ctx.caller)
  const page = await selectPatientPage(ctx.tx, ctx.caller, input)
  await ctx.audit('read', 'patients', undefined, { rows: page.rows.length })
  await auditOutside(
    ctx,
    page.rows.map(({ id }) => id),
  )
  return page
}

/** Records each access to a patient of another branch in the audit trail. */
async function auditOutside(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of await selectOutside(ctx.tx, ctx.caller, ids))
    await ctx.audit('read_other_branch', 'patient', id)
}

type Likes = Parameters<typeof selectLikely>[2]

// Compares the number that was set aside too, because it is the one that matches another record.
async function withHeldNumbers(input: Likes, { tx, caller }: Context): Promise<Likes> {
  const [own] = input.id ? await selectPatients(tx, caller.clientId, [input.id]) : []
  if (!own) return input
  return { ...input, ssn: input.ssn || own.ssn_held, passport: input.passport || own.passport_held }
}
