import { Client, type QueryResultRow } from 'pg'
import { adminUrlOf } from '#tests/helpers/server-process.ts'
import type { RunningServer } from './running-server.ts'

/** Queries the database of a running server directly and without row-level security. */
export async function askDatabase<Row extends QueryResultRow>(
  server: RunningServer,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrlOf(server.dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
