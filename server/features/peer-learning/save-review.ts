import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { PeerReadingRow, peerCalls } from '#contract/calls/peer-learning.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findPeerProblems, hasPoint } from '#domain/peer/outcomes.ts'
import { demandModule } from '#server/kernel/auth/get-caller.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { openCritical } from '../criticals/public/open-and-save.ts'
import { changeStudy, type LockedStudy } from '../studies/public/write-store.ts'
import { findCriticalTag } from '../tags/public/store.ts'
import { notifyPeerPoint, settlePeerReadings } from './bell.ts'
import { findReading } from './select-readings.ts'

type ReviewInput = ParsedInputOf<typeof peerCalls.saveReview>

/**
 * Stores the result of a second reading, once; notifies the signers of a learning point, and opens the critical
 * result.
 */
export async function saveReview(ctx: Context, input: ReviewInput): Promise<PeerReadingRow> {
  const { tx, caller, now } = ctx
  // Locks the study first, because every change of a study locks it before its parts.
  const found = await findReading(ctx, input.id)
  if (!found) throw new Refusal('not_found')
  const study = input.is_significant === 1 ? await lockItsStudy(ctx, found.study_id) : undefined
  const reading = await lockReading(ctx, input.id)
  if (reading.read_on) throw new Refusal('refused', 'You have already read this.')
  if (reading.rev !== input.rev) throw new Refusal('conflict', undefined, { current: found })
  const { outcome, category, point, is_significant } = input
  const problems = findPeerProblems({ outcome, category, point, isSignificant: is_significant === 1 })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (is_significant === 1) await openItsCritical(ctx, study, input.tag_name)
  await tx
    .updateTable('peer_reading')
    .set({
      outcome,
      category: category === '' ? null : category,
      point: point.trim(),
      is_significant: is_significant === 1,
      read_on: now,
      rev: sql`rev + 1`,
    })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', input.id)
    .execute()
  await ctx.audit('read', 'peer_reading', input.id, { outcome, is_significant })
  await settlePeerReadings(ctx, caller.clientId, caller.userId)
  if (hasPoint(outcome))
    for (const id of await selectFirsts(ctx, input.id)) await notifyPeerPoint(ctx, caller.clientId, id)
  const row = await findReading(ctx, input.id)
  if (!row) throw new Error('a reading that is locked is not there')
  return row
}

async function lockReading({ tx, caller }: Context, id: string) {
  const row = await tx
    .selectFrom('peer_reading')
    .select(['rev', 'read_on'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('reader_id', '=', caller.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Locks the study of a reading, whose right comes from the reading; undefined if it was deleted since. */
async function lockItsStudy({ tx, caller }: Context, id: string): Promise<LockedStudy | undefined> {
  const study = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return study as LockedStudy | undefined
}

/**
 * Uses the normal flow of critical results: sets the tag, writes the record, and notifies everybody who acts on it
 * (docs/reports.md).
 */
async function openItsCritical(ctx: Context, study: LockedStudy | undefined, tagName: string): Promise<void> {
  demandModule('assign_critical_tag_to_study', ctx.caller)
  if (!study) throw new Refusal('refused', 'The study was deleted: inform the responsible doctor yourself.')
  const tag = tagName === '' ? undefined : await findCriticalTag(ctx.tx, ctx.caller.clientId, tagName)
  if (!tag) throw invalid({ tag_name: 'is not a critical tag' })
  const after =
    study.tag_critical_id === tag.id ? study : await changeStudy(ctx, study, { tag_critical_id: tag.id })
  await ctx.audit('critical_tag', 'study', study.id, { tag_id: tag.id, before: study.tag_critical_id })
  // The second reader's finding is a separate one: an open record of the same tag may be about another finding.
  await openCritical(ctx, after, tag.id, mintId())
}

async function selectFirsts({ tx, caller }: Context, readingId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('peer_first')
    .select('user_id')
    .where('client_id', '=', caller.clientId)
    .where('reading_id', '=', readingId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
