import type { ClientBase } from 'pg'

/** The same gap as entry.begin_history: more numbers than a centre gives between two backups. */
const LEFT_OUT = 1_000

/**
 * Begins a new history in a restored database: its new epoch tells devices that what they know may be lost here, and
 * every number series continues beyond the numbers that may have been given since the backup (docs/decisions/266). Call
 * as the owner of the tables. An older backup without the tables that explain the gap gets the gap all the same.
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

/** Numbers of one series that a restore skipped. */
export interface LeftOut {
  client: string
  /** Empty for a client-wide series. */
  branch: string
  kind: string
  first: string
  last: string
}

/** Returns what beginHistory skipped, series by series; empty if the backup lacks the tables that explain it. */
export async function readLeftOut(client: ClientBase): Promise<LeftOut[]> {
  if (!(await isThere(client, "to_regclass('public.number_jump')"))) return []
  await client.query('begin')
  try {
    // Row-level security also applies to the owner of the tables; the rollback restores it.
    for (const table of ['client', 'branch', 'number_series', 'number_jump', 'restore'])
      await client.query(`alter table ${table} no force row level security`)
    await client.query('set local row_security = off')
    const { rows } = await client.query<LeftOut>(`
      select c.name as client, coalesce(b.name, '') as branch, j.kind,
        s.prefix || lpad(j.from_no::text, greatest(6, length(j.from_no::text)), '0') as first,
        s.prefix || lpad((j.to_no - 1)::text, greatest(6, length((j.to_no - 1)::text)), '0') as last
      from number_jump j
      join entry.server_setting e on e.name = 'epoch' and e.value = j.epoch
      join client c on c.id = j.client_id
      join number_series s on s.client_id = j.client_id and s.branch_id = j.branch_id and s.kind = j.kind
        -- A backup of before there were series of years knows no such column.
        and to_jsonb(s) ->> 'year' is not distinct from to_jsonb(j) ->> 'year'
      left join branch b on b.client_id = j.client_id and b.id = j.branch_id
      order by c.name, branch, j.kind`)
    return rows
  } finally {
    await client.query('rollback')
  }
}

async function isThere(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(`select ${name} is not null as is_there`)
  return rows[0]?.is_there === true
}
