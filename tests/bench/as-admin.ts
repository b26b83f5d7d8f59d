import { Client } from 'pg'
import { adminUrlOf } from '#tests/helpers/server-process.ts'

/** Works with the embedded database of a running server as its superuser. */
export async function asAdmin<T>(dataDir: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrlOf(dataDir) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
