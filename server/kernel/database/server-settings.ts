import type { ClientBase } from 'pg'

/** Returns a setting of the whole server, read as the owner of the tables; undefined if there is none. */
export async function findServerSetting(client: ClientBase, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    'select value from entry.server_setting where name = $1',
    [name],
  )
  return rows[0]?.value
}

/** Keeps a setting that is not there yet. */
export async function keepServerSetting(client: ClientBase, name: string, value: string): Promise<void> {
  await client.query(
    'insert into entry.server_setting (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, value],
  )
}

export async function forgetServerSetting(client: ClientBase, name: string): Promise<void> {
  await client.query('delete from entry.server_setting where name = $1', [name])
}
