import { sql } from 'kysely'
import type { FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { countsFrom, DUE_MAX_DAYS } from '#domain/follow-up/due-day.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { modalityOfCode } from '#domain/follow-up/named-modalities.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { noticeFollowUp } from '../notices/follow-up-notices.ts'
import { canWriteReport } from '../reports/public/rights.ts'
import { type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { findFollowUp, findFollowUpRecord } from './public/select-follow-ups.ts'
import { lockFollowUp, type StoredFollowUp } from './store.ts'

type SetInput = ParsedInputOf<typeof followUpCalls.setFollowUp>

/**
 * Records the follow-up that a signed report requests; returns the stored one. Repeating the same follow-up changes
 * nothing, and a later day never replaces an earlier one that is still waiting. Otherwise different days move it and
 * reopen it if a person had closed it.
 */
export async function setFollowUp(ctx: Context, input: SetInput): Promise<FollowUpRow> {
  const study = await lockStudy(ctx, input.study_id)
  if (!canWriteReport(ctx.caller, study)) throw new Refusal('not_permitted')
  if (!hasSigned(study)) throw new Refusal('refused', 'A follow-up is set once the report is signed.')
  if (input.id !== followUpIdOf(study.id, input.modality, input.regions))
    throw invalid({ id: 'is not the id of this follow-up' })
  const examined = await examinedDay(ctx, study)
  demandDays(input, examined)
  const stored = await lockFollowUp(ctx, input.id)
  if (!stored) await insert(ctx, input, countsFrom(examined, input.due_on))
  else if (!isSame(stored, input) && !(await standsEarlier(ctx, stored, input)))
    await move(ctx, stored, input, countsFrom(examined, input.due_on))
  const row = await findFollowUp(ctx, input.id)
  if (!row) throw new Error('a follow-up that was written is not there')
  return row
}

/** Returns the day of the examination in its branch's zone, from which the report counts. */
async function examinedDay({ tx, caller }: Context, study: LockedStudy): Promise<DayText> {
  const branch = await tx
    .selectFrom('branch')
    .select('time_zone')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', study.branch_id)
    .executeTakeFirst()
  return dayAt(study.study_datetime ?? study.received_datetime, branch?.time_zone ?? 'UTC')
}

function demandDays({ due_on, due_to }: SetInput, examined: DayText): void {
  if (due_on <= examined) throw invalid({ due_on: 'must be after the day of the examination' })
  if (due_to < due_on) throw invalid({ due_to: 'must not be before due_on' })
  if (due_to > addDays(examined, DUE_MAX_DAYS)) throw invalid({ due_to: 'must be within ten years' })
}

async function insert(ctx: Context, input: SetInput, counts_from: DayText): Promise<void> {
  const { id, study_id, modality, regions, what, after, words, due_on, due_to } = input
  await ctx.tx
    .insertInto('follow_up')
    .values({
      client_id: ctx.caller.clientId,
      id,
      study_id,
      modality,
      regions,
      what,
      after,
      words,
      due_on,
      due_to,
      counts_from,
      modalities: [...(modalityOfCode(modality)?.codes ?? [modality])],
      set_by_id: ctx.caller.userId,
      set_on: ctx.now,
    })
    .execute()
  await ctx.audit('set', 'follow_up', id, { study_id, modality, due_on, due_to })
  await noticeFollowUp(ctx, input)
}

const isSame = (stored: StoredFollowUp, { due_on, due_to }: SetInput) =>
  stored.due_on === due_on && stored.due_to === due_to

/** Returns true if the stored follow-up is waiting or booked, and due before the requested one. */
async function standsEarlier(
  { tx, now }: Context,
  stored: StoredFollowUp,
  { due_on, due_to }: SetInput,
): Promise<boolean> {
  const isLater = due_on > stored.due_on || (due_on === stored.due_on && due_to > stored.due_to)
  if (!isLater || stored.closed_on) return false
  const record = await findFollowUpRecord(tx, now, stored.client_id, stored.id)
  return record !== undefined && record.state !== 'Done'
}

async function move(
  ctx: Context,
  stored: StoredFollowUp,
  input: SetInput,
  counts_from: DayText,
): Promise<void> {
  const { what, after, words, due_on, due_to } = input
  await ctx.tx
    .updateTable('follow_up')
    .set({
      what,
      after,
      words,
      due_on,
      due_to,
      counts_from,
      set_by_id: ctx.caller.userId,
      set_on: ctx.now,
      close_reason: null,
      close_note: '',
      closed_by_id: null,
      closed_on: null,
      rev: sql`rev + 1`,
    })
    .where('client_id', '=', stored.client_id)
    .where('id', '=', stored.id)
    .execute()
  await ctx.audit('move', 'follow_up', stored.id, {
    due_on,
    due_to,
    before: { due_on: stored.due_on, due_to: stored.due_to, close_reason: stored.close_reason },
  })
  await noticeFollowUp(ctx, input)
}
