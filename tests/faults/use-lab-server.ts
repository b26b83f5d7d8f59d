import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/test-database.ts'
import { LabServer, type WrapTenant } from './sim/server.ts'

/** More than the writes that a schedule holds at the same time need. */
const LAB_POOL = 6

/** The laboratory's server over a database of its own, for one test file. */
export function useLabServer(): {
  server: () => LabServer
  /** Starts it anew with something between it and its database, or with nothing. */
  restart: (wrap?: WrapTenant) => Promise<void>
} {
  let db: TestDatabase
  let server: LabServer
  let isWrapped = false
  beforeAll(async () => {
    db = await openTestDatabase({ poolMax: LAB_POOL })
    server = new LabServer(db.database)
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    await db.close()
  })
  const restart = async (wrap?: WrapTenant) => {
    if (!wrap && !isWrapped) return
    isWrapped = wrap !== undefined
    server.wrap = wrap ?? ((tenant) => tenant)
    server.kill()
    await server.start()
  }
  return { server: () => server, restart }
}
