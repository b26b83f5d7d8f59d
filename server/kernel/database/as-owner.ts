import { Client } from 'pg'

/**
 * Lets the owner's transaction see the rows of one client from here on: row-level security applies to the owner too,
 * except in tables that functions of the owner read (decision 262).
 */
export async function seeClient(client: Client, clientId: string): Promise<void> {
  await client.query(`select set_config('app.client_id', $1, true)`, [clientId])
}

/**
 * Runs as the owner of the tables, on its own connection: for the start, before anybody is served, and for commands of
 * package.json.
 */
export async function asOwner<Result>(
  migrationUrl: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: migrationUrl, application_name: 'readroom owner' })
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set role readroom_owner')
    return await run(client)
  } finally {
    await client.end()
  }
}
