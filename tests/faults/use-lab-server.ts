import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/test-database.ts'
import { LabServer } from './sim/server.ts'

/** More than the writes that a schedule holds at the same time need. */
export const LAB_POOL = 6

/** The laboratory's server over a database of its own, for one test file. */
export function useLabServer(): { server: () => LabServer } {
  let db: TestDatabase
  let server: LabServer
  beforeAll(async () => {
    db = await openTestDatabase({ poolMax: LAB_POOL })
    server = new LabServer(db.database)
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    await db.close()
  })
  return { server: () => server }
}
