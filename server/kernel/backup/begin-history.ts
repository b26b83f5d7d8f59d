import type { ClientBase } from 'pg'

/** As entry.begin_history leaves out: more than a centre gives between two backups. */
const LEFT_OUT = 1_000

/**
 * Begins a new history in a restored database: devices see by its epoch that what they know may be lost here, and every
 * number series goes on beyond what may have been given since the backup (docs/decisions/266). Call as the owner of the
 * tables. A backup from before the tables that explain the gap has the gap all the same.
 */
export async function beginHistory(
  client: ClientBase,
  { made, now }: { made: Date; now: Date },
): Promise<void> {
  if (await isThere(client, "to_regprocedure('entry.begin_history(timestamptz, timestamptz)')")) {
    await client.query('select entry.begin_history($1, $2)', [made, now])
    return
  }
  await client.query("delete from entry.server_setting where name = 'epoch'")
  if (await isThere(client, "to_regclass('public.number_series')"))
    await client.query('update number_series set next = next + $1', [LEFT_OUT])
}

async function isThere(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(`select ${name} is not null as is_there`)
  return rows[0]?.is_there === true
}
