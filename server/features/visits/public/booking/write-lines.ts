import { type Insertable, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import { hasVisitStarted, type VisitStatus } from '#domain/status/visit-status.ts'
import { untouchedServiceStatus } from '#domain/visit/service-start.ts'
import type { Context } from '#server/kernel/context.ts'
import type { VisitService } from '#server/kernel/database/schema.ts'
import type { LineAmounts } from '../prices/booking-money.ts'
import { demandRemovable } from '../prices/commission-guards.ts'
import type { FrozenRates } from '../prices/freeze-commission.ts'
import type { LockedVisit } from '../write-store.ts'
import type { PlannedLine, PlannedSlot } from './booking-plan.ts'
import type { StoredService } from './stored-booking.ts'

/** A line to be written. */
export interface LineWrite {
  line: PlannedLine
  slot: PlannedSlot
  /** The modality of the machine, or else of the department. */
  modality: string
  place: number
  amounts: LineAmounts
  /** The reason for a price below the list; undefined if the previous reason stays. */
  priceReason: string | undefined
  /** Commission rates and list price that were just read; absent if those of the first booking stay. */
  terms: (FrozenRates & { list_charges: number | null }) | undefined
}

/** Writes lines. `status` is the visit's status after this change; a status that a technician has set stays. */
export async function writeLines(
  ctx: Context,
  visit: LockedVisit,
  lines: readonly LineWrite[],
  { status, decimals }: { status: VisitStatus; decimals: number },
): Promise<void> {
  for (const entry of lines) {
    const values = {
      ...placeOf(entry),
      ...amountsOf(entry.amounts, decimals),
      ...entry.terms,
      ...(entry.priceReason !== undefined && { price_reason: entry.priceReason }),
    }
    const set = { ...values, status: statusOf(visit, status, entry) }
    const stored = entry.line.stored
    if (stored) await updateLine(ctx, visit, stored.id, set)
    else await insertLine(ctx, { ...newLine(visit, entry), ...set })
  }
}

const placeOf = ({ line, slot, place, modality }: LineWrite) => ({
  visit_machine_id: slot.id,
  department_id: slot.department_id,
  modality,
  place,
  start_dt: new Date(line.from),
  end_dt: new Date(line.to),
})

const amountsOf = ({ charges, discount }: LineAmounts, decimals: number) => ({
  charges: fromMinor(charges, decimals),
  discount: fromMinor(discount, decimals),
  net_charges: fromMinor(charges - discount, decimals),
})

function statusOf(visit: LockedVisit, after: VisitStatus, { line }: LineWrite) {
  const type = line.service?.type ?? 'Exam_Service'
  // After the start of the visit, an existing service keeps its own status.
  if (line.stored && hasVisitStarted(visit.status)) return line.stored.status
  return untouchedServiceStatus(after, { type, isRadiology: visit.is_radiology })
}

function newLine(visit: LockedVisit, { line }: LineWrite) {
  const service = line.service
  if (!service) throw new Error('a line that was checked has no service')
  return {
    client_id: visit.client_id,
    id: line.id,
    visit_id: visit.id,
    service_id: service.id,
    name: service.name,
    code: service.code,
    type: service.type,
    islaboratory: service.islaboratory,
    lab_services: JSON.stringify(service.lab_services),
    accession_alias: line.accession_alias,
  }
}

async function insertLine({ tx }: Context, row: Insertable<VisitService>): Promise<void> {
  const written = await tx
    .insertInto('visit_service')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('id_reused')
}

async function updateLine(
  { tx }: Context,
  visit: LockedVisit,
  id: string,
  change: Partial<Insertable<VisitService>>,
): Promise<void> {
  await tx
    .updateTable('visit_service')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', visit.client_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Removes services from a visit. After the start this needs a right, and the line is kept as cancelled for the
 * record; so is a line whose commission was edited or settled. Throws for a line that has images or whose commission
 * was set off.
 */
export async function removeLines(
  ctx: Context,
  visit: LockedVisit,
  removed: readonly StoredService[],
): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  const hasStarted = visit.started_on !== null
  const { caller } = ctx
  if (hasStarted && !caller.isClientAdmin && !caller.permissions.has('remove_service_after_visit_start'))
    throw new Refusal('not_permitted', 'A service cannot be removed after the visit has started.')
  const linked = await ctx.tx
    .selectFrom('study')
    .select('id')
    .where('client_id', '=', visit.client_id)
    .where('visit_service_id', 'in', ids)
    .where('hidden', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (linked) throw new Refusal('refused', 'This examination already has images and cannot leave its visit.')
  const withCommission = await demandRemovable(ctx, ids)
  const stays = (id: string) => hasStarted || withCommission.has(id)
  for (const id of ids.filter(stays))
    await updateLine(ctx, visit, id, { status: SCAN_CANCELLED, is_bring_next: false })
  const gone = ids.filter((id) => !stays(id))
  if (gone.length > 0)
    await ctx.tx
      .deleteFrom('visit_service')
      .where('client_id', '=', visit.client_id)
      .where('id', 'in', gone)
      .execute()
}
