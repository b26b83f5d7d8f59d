import { v7 as mintId } from 'uuid'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { tagCalls } from '#contract/calls/tags.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  CLOSE_PROBLEMS,
  findCloseProblem,
  findToldProblem,
  ownerOfCritical,
} from '#domain/study/critical-rules.ts'
import { isAnswered } from '#domain/study/critical-steps.ts'
import { fieldConflicts } from '#domain/sync/field-conflicts.ts'
import {
  notifyCritical,
  settleCritical,
  settleOverdueCritical,
} from '#server/features/notifications/public/events.ts'
import type { LockedStudy } from '#server/features/studies/public/write-store.ts'
import { partChanged } from '#server/features/study-parts/announce-parts.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { momentsOf } from '#server/kernel/sync/commands/device-clock.ts'
import { recallLetters } from '../answered-letter.ts'
import { AUTO_LINK } from '../auto-link-job-name.ts'
import { hasOverdueCritical } from '../step-store.ts'
import {
  hasOpenCritical,
  insertCritical,
  lockCritical,
  type StoredCritical,
  selectCriticals,
  updateCritical,
} from './store.ts'

type SaveInput = ParsedInputOf<typeof tagCalls.saveCritical>

/**
 * Opens the record of a newly tagged critical result. An id from the device identifies the record, so that entries
 * made offline find it; without an id, an open record of the same tag is reused.
 */
export async function openCritical(
  ctx: Context,
  study: LockedStudy,
  tagId: string,
  id: string | undefined,
): Promise<void> {
  const { tx, caller, now } = ctx
  const known = id && (await lockCritical(tx, caller.clientId, id))
  if (known && known.study_id !== study.id) throw new Refusal('id_reused')
  if (known || (id === undefined && (await hasOpenCritical(tx, study, tagId)))) return
  const row = {
    id: id ?? mintId(),
    study_id: study.id,
    tag_id: tagId,
    opened_by_id: caller.userId,
    opened_on: now,
    // If the study has no doctor, the record belongs to the person who found the result.
    doctor_id: ownerOfCritical(study, { doctor_id: caller.userId }),
  }
  await insertCritical(tx, { client_id: caller.clientId, ...row })
  await ctx.audit('open', 'critical', row.id, { study_id: study.id, tag_id: tagId })
  partChanged(ctx, 'critical', { id: row.id, rev: 1 }, study)
  await notifyCritical(ctx, study, row.doctor_id ?? caller.userId)
  await ctx.addJob({ name: AUTO_LINK }, [row.id])
}

/**
 * Records who was told, and closes the record on request. Checks the rights first, then the state that the person
 * saw, then the rule for closing.
 */
export async function saveCritical(ctx: Context, study: LockedStudy, input: SaveInput): Promise<CriticalRow> {
  const stored = await lockCritical(ctx.tx, ctx.caller.clientId, input.id)
  if (!stored || stored.study_id !== study.id) throw new Refusal('not_found')
  if (!mayRecord(ctx.caller, study, stored)) throw new Refusal('not_permitted')
  if (stored.closed_on) throw new Refusal('refused', 'This critical result is already closed.')
  // Compares with the latest of the possible clocks, so that a wrong clock refuses nothing (docs/decisions/267).
  const later = findToldProblem(input, momentsOf(ctx).latest)
  if (later) throw new Refusal('invalid', undefined, { fields: { told_on: later } })
  const wanted = fieldsOf(input)
  await demandUnchanged(ctx, stored, input.seen && fieldsOf(input.seen), wanted)
  const problem = input.is_closed === 1 && findCloseProblem(input)
  if (problem) throw new Refusal('refused', CLOSE_PROBLEMS[problem])
  const closing = input.is_closed === 1 ? { closed_by_id: ctx.caller.userId, closed_on: ctx.now } : {}
  const { told_on, read_back, ...texts } = input
  await updateCritical(ctx.tx, stored, {
    told_to: texts.told_to,
    told_how: texts.told_how,
    note: texts.note,
    told_on: told_on === null ? null : notAfter(ctx.now, new Date(told_on)),
    read_back: read_back === 1,
    ...closing,
  })
  await ctx.audit(input.is_closed === 1 ? 'close' : 'record', 'critical', stored.id, {
    study_id: study.id,
    told_how: input.told_how,
    told_on,
    read_back,
  })
  const row = await getCritical(ctx, stored.id)
  partChanged(ctx, 'critical', row, study)
  if (isAnswered(row)) await recallLetters(ctx, stored)
  if (!(await hasOpenCritical(ctx.tx, study))) await settleCritical(ctx, study)
  if (!(await hasOverdueCritical(ctx.tx, study))) await settleOverdueCritical(ctx, study)
  return row
}

// A time from a clock that is ahead is replaced by the time of arrival.
const notAfter = (now: Date, told: Date) => (told < now ? told : now)

/** Returns true if the caller may record that a critical result was told. */
export const mayRecord = (caller: Caller, study: LockedStudy, stored: StoredCritical) =>
  caller.isClientAdmin ||
  caller.permissions.has('assign_critical_tag_to_study') ||
  ownerOfCritical(study, stored) === caller.userId

type Fields = Pick<SaveInput, 'told_to' | 'told_how' | 'told_on' | 'read_back' | 'note'>

// Times are compared as instants, regardless of their notation.
const fieldsOf = ({ told_to, told_how, told_on, read_back, note }: Fields) => ({
  told_to,
  told_how,
  told_on: told_on === null ? null : new Date(told_on).getTime(),
  read_back,
  note,
})

async function demandUnchanged(
  ctx: Context,
  stored: StoredCritical,
  seen: ReturnType<typeof fieldsOf> | undefined,
  wanted: ReturnType<typeof fieldsOf>,
): Promise<void> {
  if (!seen) return
  const current = await getCritical(ctx, stored.id)
  if (fieldConflicts(fieldsOf(current), seen, wanted).length > 0)
    throw new Refusal('conflict', undefined, { current })
}

/** Returns a locked record in wire format. */
export async function getCritical(ctx: Context, id: string): Promise<CriticalRow> {
  const [row] = await selectCriticals(ctx.tx, ctx.caller, [id])
  if (!row) throw new Error('a critical result that is locked is not there')
  return row
}
