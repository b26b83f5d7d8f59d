import { sql } from 'kysely'
import type { Writer } from '#contract/calls/writers.ts'
import { WRITING_SEEN_MS } from '#domain/time/intervals.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectVisibleIds } from './store.ts'

/** A person at a device has a study's report open. */
interface Claim {
  caller: Caller
  studyId: string
}

// A browser that no device is known of claims under its session.
const deviceOf = ({ deviceId, sessionId }: Caller) => deviceId ?? sessionId
const staleAt = (now: Date) => new Date(now.getTime() - WRITING_SEEN_MS)

/** Notes that the caller writes there now, and forgets where the caller wrote before. */
export async function noteWriter(tx: Tx, { caller, studyId }: Claim, now: Date): Promise<void> {
  const { clientId, userId } = caller
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('seen', '<', staleAt(now))
    .execute()
  await tx
    .insertInto('report_writer')
    .values({
      client_id: clientId,
      study_id: studyId,
      user_id: userId,
      device_id: deviceOf(caller),
      seen: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'study_id', 'user_id', 'device_id']).doUpdateSet({ seen: now }),
    )
    .execute()
}

/** Takes the claim of this device back. */
export async function forgetWriter(tx: Tx, { caller, studyId }: Claim): Promise<void> {
  await tx
    .deleteFrom('report_writer')
    .where('client_id', '=', caller.clientId)
    .where('study_id', '=', studyId)
    .where('user_id', '=', caller.userId)
    .where('device_id', '=', deviceOf(caller))
    .execute()
}

/** Who writes now in studies that the caller may see, each person once a study; only of `ids` where they are given. */
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
    .where('w.seen', '>=', staleAt(now))
    .select((eb) => ['w.study_id', 'w.user_id', 'u.name', eb.fn.max('w.seen').as('seen')])
    .groupBy(['w.study_id', 'w.user_id', 'u.name'])
    .orderBy('u.name')
  const wanted = ids ? claims.where('w.study_id', '=', sql<string>`any(${[...ids]}::uuid[])`) : claims
  const rows = await wanted.execute()
  const studies = [...new Set(rows.map((row) => row.study_id))]
  const visible = new Set(await selectVisibleIds(tx, caller, studies))
  return rows
    .filter((row) => visible.has(row.study_id))
    .map(({ seen, ...row }) => ({ ...row, seen: seen.toISOString() }))
}
