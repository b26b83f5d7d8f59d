import { Client } from 'pg'

/**
 * Runs as the owner of the tables, on a connection of its own: for the start, before anybody is served, and for commands
 * of package.json.
 */
export async function asOwner<Result>(
  url: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'readroom owner' })
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
