import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PEER_ROWS_MAX, type PeerPointRow } from '#contract/calls/peer-learning.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { PeerCategory, PeerOutcome } from '#domain/peer/outcomes.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { notifyPeerAnswer, settlePeerPoints } from './bell.ts'

interface PointRecord {
  id: string
  study_id: string
  study_desc: string
  modality: string
  made: Date
  branch_id: string
  branch: string
  zone: string
  outcome: PeerOutcome
  category: PeerCategory
  point: string
  is_significant: boolean
  read_on: Date
  seen_on: Date | null
  answer: string
  answered_on: Date | null
}

type ReadContext = Pick<Context, 'tx' | 'caller'>

/** Selects learning points about reports that the caller signed, without the reader's identity. */
export async function selectPoints(
  { tx, caller }: ReadContext,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<PeerPointRow[]> {
  const { rows } = await sql<PointRecord>`
    select p.id, p.study_id, s.study_desc, p.modality, coalesce(s.study_datetime, s.received_datetime) as made,
      p.branch_id, coalesce(b.name, '') as branch, coalesce(b.time_zone, 'UTC') as zone, p.outcome, p.category, p.point,
      p.is_significant, p.read_on, f.seen_on, f.answer, f.answered_on
    from peer_first f
    join peer_reading p on p.client_id = f.client_id and p.id = f.reading_id and p.outcome in ('Agree_With_Point', 'Differ')
    join study s on s.client_id = p.client_id and s.id = p.study_id
    left join branch b on b.client_id = p.client_id and b.id = p.branch_id
    where f.client_id = ${caller.clientId} and f.user_id = ${caller.userId} and ${condition}
    order by p.read_on desc, p.id limit ${PEER_ROWS_MAX}`.execute(tx)
  return rows.map(({ made, zone, read_on, ...row }) => ({
    ...row,
    study_datetime: made.toISOString(),
    // Only the day: the minute might reveal the colleague who was at work then.
    read_day: dayAt(read_on, zone),
    is_significant: row.is_significant ? 1 : 0,
    seen_on: row.seen_on?.toISOString() ?? null,
    answered_on: row.answered_on?.toISOString() ?? null,
  }))
}

/** Marks the learning point as read by the caller; a repeat changes nothing. */
export async function markSeen(ctx: Context, id: string): Promise<PeerPointRow> {
  const point = await getPoint(ctx, id)
  if (point.seen_on !== null) return point
  await updateOwn(ctx, id, { seen_on: ctx.now })
  await settlePeerPoints(ctx, ctx.caller.clientId, ctx.caller.userId)
  await ctx.audit('seen', 'peer_reading', id)
  return getPoint(ctx, id)
}

/** Stores the caller's answer to the learning point, once. */
export async function answerPoint(ctx: Context, id: string, answer: string): Promise<PeerPointRow> {
  const point = await getPoint(ctx, id)
  if (point.answered_on !== null) throw new Refusal('refused', 'You have already answered this.')
  if (answer.trim() === '') throw invalid({ answer: 'is required' })
  await updateOwn(ctx, id, {
    seen_on: point.seen_on === null ? ctx.now : new Date(point.seen_on),
    answer: answer.trim(),
    answered_on: ctx.now,
  })
  await settlePeerPoints(ctx, ctx.caller.clientId, ctx.caller.userId)
  await tellReader(ctx, id)
  await ctx.audit('answer', 'peer_reading', id)
  return getPoint(ctx, id)
}

async function tellReader(ctx: Context, id: string): Promise<void> {
  const { clientId } = ctx.caller
  const reading = await ctx.tx
    .selectFrom('peer_reading')
    .select('reader_id')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (reading?.reader_id) await notifyPeerAnswer(ctx, clientId, reading.reader_id)
}

async function getPoint(ctx: Context, id: string): Promise<PeerPointRow> {
  await ctx.tx
    .selectFrom('peer_first')
    .select('reading_id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('reading_id', '=', id)
    .where('user_id', '=', ctx.caller.userId)
    .forUpdate()
    .execute()
  const [point] = await selectPoints(ctx, sql<SqlBool>`p.id = ${id}`)
  if (!point) throw new Refusal('not_found')
  return point
}

async function updateOwn(
  { tx, caller }: Context,
  readingId: string,
  change: { seen_on: Date; answer?: string; answered_on?: Date },
): Promise<void> {
  await tx
    .updateTable('peer_first')
    .set(change)
    .where('client_id', '=', caller.clientId)
    .where('reading_id', '=', readingId)
    .where('user_id', '=', caller.userId)
    .execute()
}
