import { sql } from 'kysely'
import type { FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { needsNote } from '#domain/follow-up/close-reasons.ts'
import type { Context } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { noticeFollowUp, noticeFollowUpClosed } from '../notices/follow-up-notices.ts'
import { findFollowUp, findFollowUpRecord, selectWaitingOfPerson } from './public/select-follow-ups.ts'
import type { FollowUpRecord } from './public/to-follow-up-row.ts'
import { visibleFollowUps } from './rights.ts'
import { lockFollowUp, type StoredFollowUp } from './store.ts'

type CloseInput = ParsedInputOf<typeof followUpCalls.closeFollowUp>

/**
 * Closes a follow-up with a reason. If the patient died, closes all open follow-ups of the patient, so that nobody is
 * reminded.
 */
export async function closeFollowUp(ctx: Context, input: CloseInput): Promise<FollowUpRow> {
  const { stored, record } = await openSeen(ctx, input)
  if (stored.closed_on) throw new Refusal('refused', 'This follow-up is already closed.')
  const note = input.note.trim()
  if (needsNote(input.reason) && note === '') throw invalid({ note: 'is required with this reason' })
  const ids = input.reason === 'Died' ? await lockWaitingOfPerson(ctx, record) : []
  for (const id of new Set([stored.id, ...ids])) await closeOne(ctx, id, input.reason, note)
  return getFollowUp(ctx, stored.id)
}

/**
 * Reopens a closed follow-up. "Patient died" closes several in one act, so all of that act are reopened: one that
 * stayed closed would still state that the patient died and stop the reminders of the others.
 */
export async function reopenFollowUp(
  ctx: Context,
  input: ParsedInputOf<typeof followUpCalls.reopenFollowUp>,
): Promise<FollowUpRow> {
  const { stored } = await openSeen(ctx, input)
  if (!stored.closed_on) throw new Refusal('refused', 'This follow-up is not closed.')
  const others = stored.close_reason === 'Died' ? await lockClosedWith(ctx, stored) : []
  for (const one of [stored, ...others]) await reopenOne(ctx, one)
  return getFollowUp(ctx, stored.id)
}

/** Returns and locks the other follow-ups closed in the same act. */
function lockClosedWith(
  ctx: Context,
  { id, closed_on, closed_by_id }: StoredFollowUp,
): Promise<StoredFollowUp[]> {
  return ctx.tx
    .selectFrom('follow_up')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('close_reason', '=', 'Died')
    .where('closed_on', '=', closed_on)
    .where('closed_by_id', '=', closed_by_id)
    .where('id', '<>', id)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function reopenOne(ctx: Context, stored: StoredFollowUp): Promise<void> {
  await ctx.tx
    .updateTable('follow_up')
    .set({ close_reason: null, close_note: '', closed_by_id: null, closed_on: null, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', stored.id)
    .execute()
  await ctx.audit('reopen', 'follow_up', stored.id, { reason: stored.close_reason })
  await noticeFollowUp(ctx, stored)
}

/** Checks the rights first, then locks, then checks the revision that the person saw. */
async function openSeen(
  ctx: Context,
  { id, rev }: { id: string; rev: number },
): Promise<{ stored: StoredFollowUp; record: FollowUpRecord }> {
  const { tx, now, caller } = ctx
  const record = await findFollowUpRecord(tx, now, caller.clientId, id, visibleFollowUps(caller))
  const stored = record && (await lockFollowUp(ctx, id))
  if (!record || !stored) throw new Refusal('not_found')
  if (stored.rev !== rev) throw new Refusal('conflict', undefined, { current: await getFollowUp(ctx, id) })
  return { stored, record }
}

/** Locks and returns all waiting follow-ups of that person; those done or closed in the meantime are left out. */
async function lockWaitingOfPerson(ctx: Context, record: FollowUpRecord): Promise<string[]> {
  const ids = await selectWaitingOfPerson(ctx, record)
  const rows = await ctx.tx
    .selectFrom('follow_up')
    .select('id')
    .where('client_id', '=', ctx.caller.clientId)
    .where(({ eb }) => equalsAny(eb.ref('id'), ids))
    .where('closed_on', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function closeOne(ctx: Context, id: string, reason: CloseInput['reason'], note: string): Promise<void> {
  await ctx.tx
    .updateTable('follow_up')
    .set({
      close_reason: reason,
      close_note: note,
      closed_by_id: ctx.caller.userId,
      closed_on: ctx.now,
      rev: sql`rev + 1`,
    })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .execute()
  await ctx.audit('close', 'follow_up', id, { reason })
  await noticeFollowUpClosed(ctx, id)
}

async function getFollowUp(ctx: Context, id: string): Promise<FollowUpRow> {
  const row = await findFollowUp(ctx, id)
  if (!row) throw new Error('a follow-up that is locked is not there')
  return row
}
