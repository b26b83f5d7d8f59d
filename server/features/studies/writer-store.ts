import { sql } from 'kysely'
import type { Writer } from '#contract/calls/writers.ts'
import { RESERVED_MS, WRITING_SEEN_MS } from '#domain/time/intervals.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectVisibleIds } from './store.ts'

/** A person at a device has a study's report open. */
interface Claim {
  caller: Caller
  studyId: string
  /** That of one tab; without it the device has the study open once. */
  openingId: string | undefined
}

// A browser that no device is known of claims under its session.
const deviceOf = ({ deviceId, sessionId }: Caller) => deviceId ?? sessionId
const openingOf = ({ caller, openingId }: Claim) => openingId ?? deviceOf(caller)
const freeAt = (now: Date) => new Date(now.getTime() - RESERVED_MS)

/**
 * Notes that the caller has the study's report open, `since` when, and drops the caller's reservations whose time is over.
 * One that holds keeps the time at which it began.
 */
export async function noteWriter(tx: Tx, claim: Claim & { since: Date }, now: Date): Promise<void> {
  const { caller, studyId, since } = claim
  const { clientId, userId } = caller
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('seen', '<', freeAt(now))
    .execute()
  await tx
    .insertInto('report_writer')
    .values({
      client_id: clientId,
      study_id: studyId,
      user_id: userId,
      device_id: deviceOf(caller),
      opening_id: openingOf(claim),
      since,
      seen: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'study_id', 'user_id', 'device_id', 'opening_id'])
        .doUpdateSet({ seen: now }),
    )
    .execute()
}

/** Takes one opening of this device back; what else it has open stays reserved. */
export async function forgetWriter(tx: Tx, claim: Claim): Promise<void> {
  const { caller, studyId } = claim
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', caller.clientId)
    .where('study_id', '=', studyId)
    .where('user_id', '=', caller.userId)
    .where('device_id', '=', deviceOf(caller))
    .where('opening_id', '=', openingOf(claim))
    .execute()
}

/** Takes everything back that this device of the caller has reserved: its person signs out. */
export async function forgetWriting(tx: Tx, caller: Caller): Promise<void> {
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('device_id', '=', deviceOf(caller))
    .execute()
}

/**
 * Who has studies that the caller may see open or reserved, each person once a study; only of `ids` where they are given.
 * A person who was dismissed reserves nothing.
 */
export async function selectWriters(
  tx: Tx,
  caller: Caller,
  now: Date,
  ids?: readonly string[],
): Promise<Writer[]> {
  const claims = tx
    .selectFrom('report_writer as w')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'w.client_id').onRef('u.id', '=', 'w.user_id'),
    )
    .where('w.client_id', '=', caller.clientId)
    .where('w.seen', '>=', freeAt(now))
    .where('u.active', '=', true)
    .select((eb) => ['w.study_id', 'w.user_id', 'u.name', eb.fn.min('w.since').as('since')])
    .select((eb) => eb.fn.max('w.seen').as('seen'))
    .groupBy(['w.study_id', 'w.user_id', 'u.name'])
    .orderBy('u.name')
  const wanted = ids ? claims.where('w.study_id', '=', sql<string>`any(${[...ids]}::uuid[])`) : claims
  const rows = await wanted.execute()
  const studies = [...new Set(rows.map((row) => row.study_id))]
  const visible = new Set(await selectVisibleIds(tx, caller, studies))
  return rows
    .filter((row) => visible.has(row.study_id))
    .map(({ since, seen, ...row }) => ({
      ...row,
      since: since.toISOString(),
      seen: seen.toISOString(),
      state: now.getTime() - seen.getTime() <= WRITING_SEEN_MS ? ('writing' as const) : ('reserved' as const),
    }))
}

/** Ids of the studies that others have open or reserved; whether the caller may see them is not asked. */
export async function selectIdsOfOthers(tx: Tx, caller: Caller, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('report_writer as w')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'w.client_id').onRef('u.id', '=', 'w.user_id'),
    )
    .where('w.client_id', '=', caller.clientId)
    .where('w.user_id', '<>', caller.userId)
    .where('w.seen', '>=', freeAt(now))
    .where('u.active', '=', true)
    .select('w.study_id')
    .distinct()
    .execute()
  return rows.map((row) => row.study_id)
}
