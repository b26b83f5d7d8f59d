import { sql } from 'kysely'
import type { FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { needsNote } from '#domain/follow-up/close-reasons.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { findFollowUp } from './select-follow-ups.ts'
import { lockFollowUp, type StoredFollowUp } from './store.ts'

type CloseInput = ParsedInputOf<typeof followUpCalls.closeFollowUp>

/** Closes by a person's reason; of a patient who died all that is open, for nobody may be reminded of it. */
export async function closeFollowUp(ctx: Context, input: CloseInput): Promise<FollowUpRow> {
  const { stored, row } = await openSeen(ctx, input)
  if (stored.closed_on) throw new Refusal('refused', 'This follow-up is closed already.')
  const note = input.note.trim()
  if (needsNote(input.reason) && note === '') throw invalid({ note: 'is required with this reason' })
  const ids = input.reason === 'Died' ? await openOfPatient(ctx, row) : []
  for (const id of new Set([stored.id, ...ids])) await closeOne(ctx, id, input.reason, note)
  return getFollowUp(ctx, stored.id)
}

/** Takes a closing back: it stands again as studies and bookings say. */
export async function reopenFollowUp(
  ctx: Context,
  input: ParsedInputOf<typeof followUpCalls.reopenFollowUp>,
): Promise<FollowUpRow> {
  const { stored } = await openSeen(ctx, input)
  if (!stored.closed_on) throw new Refusal('refused', 'This follow-up is not closed.')
  await ctx.tx
    .updateTable('follow_up')
    .set({ close_reason: null, close_note: '', closed_by_id: null, closed_on: null, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', stored.id)
    .execute()
  await ctx.audit('reopen', 'follow_up', stored.id, { reason: stored.close_reason })
  return getFollowUp(ctx, stored.id)
}

/** Rights first, then the lock, then the revision that the person saw. */
async function openSeen(
  ctx: Context,
  { id, rev }: { id: string; rev: number },
): Promise<{ stored: StoredFollowUp; row: FollowUpRow }> {
  const row = await findFollowUp(ctx, id)
  const stored = row && (await lockFollowUp(ctx, id))
  if (!row || !stored) throw new Refusal('not_found')
  if (stored.rev !== rev) throw new Refusal('conflict', undefined, { current: await getFollowUp(ctx, id) })
  return { stored, row }
}

/** All that nobody closed of that patient, whoever may see it: the person is one. */
async function openOfPatient(ctx: Context, { patient_id }: FollowUpRow): Promise<string[]> {
  if (patient_id === null) return []
  const rows = await ctx.tx
    .selectFrom('follow_up as f')
    .innerJoin('study as s', (on) =>
      on.onRef('s.client_id', '=', 'f.client_id').onRef('s.id', '=', 'f.study_id'),
    )
    .select('f.id')
    .where('f.client_id', '=', ctx.caller.clientId)
    .where('s.patient_id', '=', patient_id)
    .where('f.closed_on', 'is', null)
    .orderBy('f.id')
    .forUpdate('f')
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
}

async function getFollowUp(ctx: Context, id: string): Promise<FollowUpRow> {
  const row = await findFollowUp(ctx, id)
  if (!row) throw new Error('a follow-up that is locked is not there')
  return row
}
