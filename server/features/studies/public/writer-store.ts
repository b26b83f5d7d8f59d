import { sql } from 'kysely'
import type { Writer } from '#contract/calls/writers.ts'
import { RESERVED_MS, WRITING_SEEN_MS } from '#domain/time/intervals.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectVisibleIds } from './store.ts'

/** The fact that a person has a study's report open on a device. */
interface Claim {
  caller: Caller
  studyId: string
  /** The opening of one tab; without it, the device has one opening per study. */
  openingId: string | undefined
}

// A browser without a known device claims under its session.
const deviceOf = ({ deviceId, sessionId }: Caller) => deviceId ?? sessionId
const openingOf = ({ caller, openingId }: Claim) => openingId ?? deviceOf(caller)
const freeAt = (now: Date) => new Date(now.getTime() - RESERVED_MS)

/**
 * Records that the caller has the study's report open, and `since` when; deletes the caller's expired reservations.
 * An existing reservation keeps its start time.
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

/** Removes one opening of this device; other openings stay reserved. */
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

/** Removes all reservations of this device of the caller, at sign-out. */
export async function forgetWriting(tx: Tx, caller: Caller): Promise<void> {
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('device_id', '=', deviceOf(caller))
    .execute()
}

/**
 * Selects the people who have studies open or reserved that the caller may see, each person once per study; only
 * studies of `ids` if given.
 * Leaves out dismissed people.
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

/** Selects the ids of studies that others have open or reserved; does not check whether the caller may see them. */
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
