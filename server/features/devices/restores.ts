import { sql } from 'kysely'
import type { RestoreReport } from '#contract/calls/devices.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { selectGaps, selectMissing, selectTwice } from './restore-parts.ts'

/** Restores are reported for this many days. */
const REPORTED_DAYS = 90

/** Returns the report of each restore of a client, newest first. */
export async function readRestores(
  { tx, now, audit }: Context,
  { clientId }: Pick<Caller, 'clientId'>,
): Promise<RestoreReport[]> {
  const reports = await reportRestores(tx, clientId, now)
  if (reports.length > 0) await audit('read', 'restore', undefined, { reports: reports.length })
  return reports
}

/** Does the same as readRestores for people with access to the database: `npm run restore -- --report` prints it. */
export async function reportRestores(tx: Tx, clientId: string, now: Date): Promise<RestoreReport[]> {
  const since = new Date(now.getTime() - REPORTED_DAYS * 86_400_000)
  const found = await tx
    .selectFrom('restore')
    .select(['epoch', 'at', 'made'])
    .where('client_id', '=', clientId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute()
  const reports: RestoreReport[] = []
  for (const { epoch, at, made } of found)
    reports.push({
      restored: at.toISOString(),
      backup: made.toISOString(),
      devices: await selectDevices(tx, clientId, epoch),
      away: await selectAway(tx, clientId, epoch, at),
      ...(await selectMissing(tx, clientId, epoch)),
      twice: await selectTwice(tx, clientId, epoch),
      gaps: await selectGaps(tx, clientId, epoch),
    })
  return reports
}

async function selectDevices(tx: Tx, clientId: string, epoch: string): Promise<RestoreReport['devices']> {
  const { rows } = await sql<Omit<RestoreReport['devices'][number], 'at'> & { at: Date }>`
    select coalesce(d.name, '') as device_name, coalesce(u.name, '') as user_name, r.at, r.compared, r.lacking,
      (select count(*)::int from restored_command c where c.client_id = r.client_id and c.epoch = r.epoch
        and c.user_id = r.user_id and c.device_id = r.device_id and c.returned is not null) as returned
    from restored_device r
    left join device d on d.client_id = r.client_id and d.id = r.device_id and d.user_id = r.user_id
    left join app_user u on u.client_id = r.client_id and u.id = r.user_id
    where r.client_id = ${clientId} and r.epoch = ${epoch}
    order by r.at, user_name`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

async function selectAway(tx: Tx, clientId: string, epoch: string, at: Date): Promise<RestoreReport['away']> {
  const { rows } = await sql<{ device_name: string; user_name: string; last_contact: Date }>`
    select d.name as device_name, u.name as user_name, d.last_contact
    from device d join app_user u on u.client_id = d.client_id and u.id = d.user_id
    where d.client_id = ${clientId} and d.revoked is null and d.last_contact < ${at}
      and d.last_contact > ${at}::timestamptz - interval '30 days'
      and not exists (select from restored_device r where r.client_id = d.client_id and r.epoch = ${epoch}
        and r.device_id = d.id and r.user_id = d.user_id)
    order by d.last_contact desc limit 200`.execute(tx)
  return rows.map((row) => ({ ...row, last_contact: row.last_contact.toISOString() }))
}
