import { sql } from 'kysely'
import type { RestoreReport } from '#contract/calls/devices.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** Restores are reported for so many days. */
const REPORTED_DAYS = 90
/** What is missing is named up to so many. */
const NAMED_MAX = 200

/** The report of each restore of a client, newest first. */
export async function readRestores(
  { tx, now, audit }: Context,
  { clientId }: Pick<Caller, 'clientId'>,
): Promise<RestoreReport[]> {
  const since = new Date(now.getTime() - REPORTED_DAYS * 86_400_000)
  const found = await tx
    .selectFrom('restore')
    .select(['epoch', 'at', 'made'])
    .where('client_id', '=', clientId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute()
  const reports: RestoreReport[] = []
  for (const { epoch, at, made } of found) {
    const lost = await selectLost(tx, clientId, epoch)
    const missing = lost.filter(({ returned }) => !returned)
    reports.push({
      restored: at.toISOString(),
      backup: made.toISOString(),
      devices: await selectDevices(tx, clientId, epoch),
      away: await selectAway(tx, clientId, epoch, at),
      missing: missing.slice(0, NAMED_MAX).map(({ id, call, user_name, refusal, acknowledged, numbers }) => ({
        id,
        call,
        user_name,
        refusal,
        acknowledged: acknowledged.toISOString(),
        numbers: numbers.map(({ no }) => no),
      })),
      missing_count: missing.length,
      twice: lost.flatMap(({ call, user_name, returned, numbers }) =>
        returned
          ? numbers
              .filter(({ no, now: bears }) => bears !== no)
              .map(({ kind, no, now: bears }) => ({ call, user_name, kind, no, now: bears }))
          : [],
      ),
    })
  }
  if (found.length > 0) await audit('read', 'restore', undefined, { reports: found.length })
  return reports
}

type Tx = Context['tx']

interface Lost {
  id: string
  call: string
  user_name: string
  acknowledged: Date
  returned: Date | null
  refusal: string
  numbers: { kind: string; no: string; now: string }[]
}

async function selectLost(tx: Tx, clientId: string, epoch: string): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select c.id, c.call, coalesce(u.name, '') as user_name, c.acknowledged, c.returned, c.refusal, c.numbers
    from restored_command c
    left join app_user u on u.client_id = c.client_id and u.id = c.user_id
    where c.client_id = ${clientId} and c.epoch = ${epoch}
    order by c.acknowledged, c.id`.execute(tx)
  return rows
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
