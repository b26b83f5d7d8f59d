import type { examQueueCalls } from '#contract/calls/exam-queue.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { examItemsOf, inQueueOrder } from '#domain/queue/exam-items.ts'
import { lengthenedEnd } from '#domain/queue/exam-time.ts'
import { canAddMinutes, canBringNext, SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import { endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { updateService } from '../visits/public/service-store.ts'
import { getVisitRow, selectVisitRows } from '../visits/public/store.ts'
import { changeVisit, type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import {
  findExam,
  findVisitOf,
  holdMachineOf,
  lengthenSlot,
  type StoredExam,
  selectBrought,
  selectVisitsWithExams,
} from './exam-store.ts'

/** The technician's part of the examination queue (docs/visits.md#examination-queue). */
export const examQueueHandlers: HandlersFor<typeof examQueueCalls> = {
  examServices: async ({ branch_id, from_date, to_date }, ctx) => {
    const zone = await zoneOf(ctx, branch_id)
    const span = { from: startOfDay(from_date, zone), until: endOfDay(to_date, zone) }
    const ids = await selectVisitsWithExams(ctx.tx, ctx.caller, branch_id, span)
    const visits = await selectVisitRows(ctx.tx, ctx.caller, ids)
    return { result: visits.flatMap(examItemsOf).sort(inQueueOrder) }
  },

  addMinutes: async ({ id, appt_id: named, minutes }, ctx) => {
    const appt_id = named ?? (await getVisitOf(ctx, id))
    const visit = await lockVisit(ctx, appt_id)
    const exam = await getExam(ctx, visit, id)
    if (!canAddMinutes(exam.status))
      throw new Refusal('refused', 'Minutes can be added while the scan is in progress.')
    const end = lengthenedEnd(exam.exm_end_dt?.toISOString() ?? null, minutes, ctx.now.toISOString())
    await updateService(ctx, visit, id, { exm_end_dt: new Date(end) })
    const last = await lengthenSlot(ctx.tx, visit, id, new Date(end))
    const isLater = last !== undefined && visit.end_dt !== null && last > visit.end_dt
    await changeVisit(ctx, visit, isLater ? { end_dt: last } : {})
    await ctx.audit('add_minutes', 'visit_service', id, { appt_id, minutes })
    return done(ctx, visit, 'Minutes added')
  },

  setBringNext: async ({ id, appt_id: named, value }, ctx) => {
    const appt_id = named ?? (await getVisitOf(ctx, id))
    await holdMachineOf(ctx.tx, ctx.caller, id)
    const visit = await lockVisit(ctx, appt_id)
    const exam = await getExam(ctx, visit, id)
    const isBrought = value === 'Y'
    // The mark may be removed in any status, but set only before the scan.
    if (isBrought && !canBringNext(exam.status))
      throw new Refusal(
        'refused',
        `This examination cannot be brought next: ${SERVICE_STATUS_TABLE[exam.status].label}.`,
      )
    if (exam.is_bring_next !== isBrought) {
      await updateService(ctx, visit, id, { is_bring_next: isBrought })
      await changeVisit(ctx, visit, {})
      await ctx.audit('bring_next', 'visit_service', id, { appt_id, value })
    }
    if (isBrought && exam.machine_id !== null) await clearOthers(ctx, visit, exam.machine_id, id)
    return done(ctx, visit, isBrought ? 'Bring next' : 'Not brought next')
  },
}

/** Clears the other marks at a machine, including those of other visits: at most one patient is brought next. */
async function clearOthers(ctx: Context, visit: LockedVisit, machineId: string, exceptId: string) {
  for (const other of await selectBrought(ctx.tx, ctx.caller, machineId, exceptId)) {
    const locked = other.visit_id === visit.id ? visit : await lockVisit(ctx, other.visit_id)
    await updateService(ctx, locked, other.id, { is_bring_next: false })
    await changeVisit(ctx, locked, {})
    await ctx.audit('bring_next', 'visit_service', other.id, {
      appt_id: locked.id,
      value: 'N',
      for: exceptId,
    })
  }
}

/** Returns the visit of a service that is given without its visit. */
async function getVisitOf({ tx, caller }: Context, serviceId: string): Promise<string> {
  const id = await findVisitOf(tx, caller, serviceId)
  if (id === undefined) throw new Refusal('not_found')
  return id
}

async function getExam(ctx: Context, visit: LockedVisit, id: string): Promise<StoredExam> {
  const exam = await findExam(ctx.tx, visit, id)
  if (exam?.type !== 'Exam_Service') throw new Refusal('not_found')
  return exam
}

async function done(ctx: Context, visit: LockedVisit, message: string) {
  return { message, result: { visit: await getVisitRow(ctx.tx, ctx.caller, visit.id) } }
}

async function zoneOf({ tx, caller }: Context, branchId: string): Promise<string> {
  const isOwn = caller.isClientAdmin || caller.branchIds.includes(branchId)
  const branch =
    isOwn &&
    (await tx
      .selectFrom('branch')
      .select('time_zone')
      .where('client_id', '=', caller.clientId)
      .where('id', '=', branchId)
      .executeTakeFirst())
  if (!branch) throw new Refusal('not_found')
  return branch.time_zone
}
