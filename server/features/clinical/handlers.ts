import type { clinicalCalls } from '#contract/calls/clinical.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasSameLines } from '#domain/clinical/prescription-lines.ts'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { canSaveOn } from '#domain/report/revision.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { findPrescription, putPrescription } from './public/prescription-store.ts'
import { demandOwnRecord, demandSlotOf, lockClinicalVisit } from './public/rights.ts'
import { findTreatment, putTreatment } from './public/treatment-store.ts'

/**
 * Notes and prescriptions of clinic doctors; each doctor writes only their own (docs/visits.md#visit-panel,
 * docs/people.md#permissions, docs/wire.md#paths-and-bases).
 */
export const clinicalHandlers: HandlersFor<typeof clinicalCalls> = {
  saveTreatment: async (input, ctx) => {
    const { id, appt_id, appt_machine_id, type, content } = input
    const visit = await lockClinicalVisit(ctx, appt_id)
    demandOwnRecord(id, clinicalRecordIdOf(visit.id, ctx.caller.userId, type))
    demandAllowedContent(content)
    const stored = await findTreatment(ctx.tx, ctx.caller, id)
    const isSame = stored?.content === content
    demandBase(ctx, stored, isSame)
    if (!stored || !isSame) {
      await demandSlotOf(ctx, visit, appt_machine_id)
      const place = { visit_id: visit.id, visit_machine_id: slotIdOf(appt_machine_id, stored), type }
      await putTreatment(ctx.tx, { ...ownership(ctx, id, stored), ...place, content })
      await ctx.audit('save', 'treatment', id, { appt_id: visit.id, type })
    }
    const treatment = demandWritten(await findTreatment(ctx.tx, ctx.caller, id))
    visitPartChanged(ctx, 'treatment', treatment, visit)
    return { message: 'Saved successfully', result: { treatment } }
  },

  savePrescription: async ({ id, appt_id, appt_machine_id, prescriptions }, ctx) => {
    const visit = await lockClinicalVisit(ctx, appt_id)
    demandOwnRecord(id, clinicalRecordIdOf(visit.id, ctx.caller.userId, 'PRESCRIPTION'))
    demandSingleIds(prescriptions)
    const stored = await findPrescription(ctx.tx, ctx.caller, id)
    const isSame = stored !== undefined && hasSameLines(ordered(stored.prescriptions), ordered(prescriptions))
    demandBase(ctx, stored, isSame)
    if (!stored || !isSame) {
      await demandSlotOf(ctx, visit, appt_machine_id)
      const place = { visit_id: visit.id, visit_machine_id: slotIdOf(appt_machine_id, stored) }
      await putPrescription(ctx.tx, {
        ...ownership(ctx, id, stored),
        ...place,
        lines: ordered(prescriptions),
      })
      await ctx.audit('save', 'prescription', id, { appt_id: visit.id, lines: prescriptions.length })
    }
    const prescription = demandWritten(await findPrescription(ctx.tx, ctx.caller, id))
    visitPartChanged(ctx, 'prescription', prescription, visit)
    return { message: 'Saved successfully', result: { prescription } }
  },
}

/**
 * Throws a conflict with the stored record if the save is based on another revision; both texts are kept
 * (docs/sync.md#policies). Identical text that arrives twice is no conflict. A base revision without a stored record
 * means that the database was restored from a backup; the device's text then creates the record again.
 */
function demandBase(ctx: Context, stored: { rev: number } | undefined, isSame: boolean): void {
  const baseRev = stored ? ctx.baseRev : undefined
  if (!canSaveOn(baseRev, stored?.rev) && !isSame)
    throw new Refusal('conflict', undefined, { current: stored })
}

/** The server never rewrites a doctor's text: it throws if the allow-list rejects it (docs/reports.md). */
function demandAllowedContent(content: string): void {
  const parsed = parseMarkup(content)
  if (!parsed.ok) throw new Refusal('markup_refused', undefined, { fields: { content: parsed.reason } })
}

/** Returns the fields that every write sets: owner, time and the next revision. */
function ownership({ caller, now }: Context, id: string, stored: { rev: number } | undefined) {
  const rev = (stored?.rev ?? 0) + 1
  return { client_id: caller.clientId, id, doctor_id: caller.userId, updated: now, rev }
}

/** A save without a slot keeps the stored one. */
function slotIdOf(given: string | null | undefined, stored: { appt_machine_id: string | null } | undefined) {
  return given === undefined ? (stored?.appt_machine_id ?? null) : given
}

type Line = Parameters<(typeof clinicalHandlers)['savePrescription']>[0]['prescriptions'][number]

// The database reorders the keys of an object: compares values regardless of key order.
const ordered = (lines: readonly Line[]) =>
  lines.map(({ id, medicine, dose, after_before_meal, duration }) => ({
    id,
    medicine,
    dose,
    after_before_meal,
    duration,
  }))

function demandSingleIds(lines: readonly Line[]): void {
  if (new Set(lines.map(({ id }) => id)).size === lines.length) return
  throw new Refusal('invalid', undefined, { fields: { prescriptions: 'name a line twice' } })
}

function demandWritten<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a record that was just written is not there')
  return row
}
