import { Refusal } from '#contract/kernel/error-codes.ts'
import { fieldsOfRefusal, judgeHours } from '#domain/visit/calendar-rules.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import type { Context } from '#server/kernel/context.ts'
import { type BookedSlot, freePlacesFor, mayOverbook } from '../public/slots/place-slots.ts'
import type { LockedVisit } from '../public/write-store.ts'

interface Asked {
  /** The path of the slot in the input. */
  path: string
  hours: BranchHours | undefined
  reason: string
  isFirstFree: boolean
  /** The previous start of the slot in milliseconds; undefined for a new one. */
  startBefore: number | undefined
}

/**
 * Throws if a slot lies outside the branch's open hours, with free places in `current`. With a reason the slot is
 * kept and audited. A slot made offline is kept without a reason too, because older devices do not request one
 * (docs/decisions/284).
 */
export async function demandOpen(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
  { path, hours, reason, isFirstFree, startBefore }: Asked,
): Promise<void> {
  const from = slot.start_dt.getTime()
  const verdict = judgeHours(
    {
      from,
      to: slot.end_dt.getTime(),
      before: startBefore === undefined ? undefined : { from: startBefore },
      isFirstFree,
    },
    {
      now: ctx.now.getTime(),
      hours,
      hoursReason: reason,
      mayOverbook: mayOverbook(ctx),
      isKeptWithoutPlace: ctx.madeOffline,
    },
  )
  if (verdict.kind === 'open') return
  if (verdict.kind === 'outside') {
    const { machine_id, doctor_id } = slot
    const start_dt = slot.start_dt.toISOString()
    await ctx.audit('out_of_hours', 'visit', visit.id, {
      machine_id,
      ...(doctor_id && { doctor_id }),
      start_dt,
      reason: reason.trim(),
    })
    return
  }
  if (verdict.code !== 'out_of_hours') throw new Refusal(verdict.code)
  const kind = slot.doctor_id === null ? 'machine' : 'doctor'
  throw new Refusal('out_of_hours', undefined, {
    fields: fieldsOfRefusal(path, { kind: 'refused', code: 'out_of_hours' }),
    current: await freePlacesFor(ctx, visit, slot, kind),
  })
}
