import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { LabServer, type ServerTwist } from './sim/server.ts'

/** More connections than the parallel held writes of a schedule need. */
const LAB_POOL = 6

const once = (run: () => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => (running ??= run())
}

/** Opens the laboratory's server over its own database, for one test file. */
export function useLabServer(): {
  server: () => LabServer
  /** Restarts it with code between it and its database, or without. */
  restart: (twist: ServerTwist) => Promise<void>
} {
  let db: TestDatabase
  let server: LabServer
  beforeAll(async () => {
    db = await openTestDatabase({ poolMax: LAB_POOL })
    db.database.close = once(db.database.close)
    server = new LabServer(db.database, { adminUrl: db.adminUrl, url: db.url, poolMax: LAB_POOL })
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    // A restore opens another pool that replaces the first one.
    if (server.database !== db.database) await server.database.close()
    await db.close()
  })
  const isPlain = ({ wrap, changePokes }: ServerTwist) => !wrap && !changePokes
  const restart = async (twist: ServerTwist) => {
    if (isPlain(twist) && isPlain(server.twist)) return
    server.twist = twist
    server.kill()
    await server.start()
  }
  return { server: () => server, restart }
}
