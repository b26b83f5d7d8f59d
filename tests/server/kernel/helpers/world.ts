import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { openSession } from '#server/kernel/auth/session-store.ts'
import type { Config } from '#server/kernel/config.ts'
import { readConfig } from '#server/kernel/config.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import { createKernel } from '#server/kernel/http/create-kernel.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { type HttpOptions, serveHttp } from '#server/kernel/http/serve-http.ts'
import type { Job } from '#server/kernel/jobs/job.ts'
import { startJobs } from '#server/kernel/jobs/start-jobs.ts'
import { serveSync } from '#server/kernel/sync/serve-sync.ts'
import type { AnySyncSource } from '#server/kernel/sync/source.ts'
import { openTestDatabase } from '#tests/helpers/database/test-database.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'
import { tagSource } from './tag-source.ts'
import { testCalls, testHandlers } from './test-calls.ts'

/** A person of the test world; by default a doctor without permissions. */
export interface Person {
  clientId?: string
  modules?: string[]
  branchIds?: string[]
  isClientAdmin?: boolean
  isDoctor?: boolean
  userType?: 'CLIENT' | 'PATIENT' | 'ADMIN'
  allowedIps?: string[]
}

export interface SignedIn {
  token: string
  userId: string
  sessionId: string
  deviceId: string
}

export interface World {
  app: FastifyInstance
  database: Database
  /** The superuser, who bypasses row-level security. */
  admin: Client
  adminUrl: string
  clientId: string
  otherClientId: string
  /** The server's clock; tests set it. */
  clock: { now: Date }
  signIn: (person?: Person) => Promise<SignedIn>
  addBranch: (clientId?: string) => Promise<string>
  /** Continues with two new clients on the same database, which is faster than a database for each test. */
  enterNewClients: () => Promise<void>
  /** Another process over the same database, with its own pool and listener. */
  another: () => Promise<FastifyInstance>
  close: () => Promise<void>
}

export interface WorldOptions {
  config?: Partial<Config>
  logger?: HttpOptions['logger']
  sources?: AnySyncSource[]
  jobs?: Job[]
  heartbeatMs?: number
  /** Mounts more routes before the app is ready. */
  mount?: (app: FastifyInstance) => void | Promise<void>
  poolMax?: number
}

/** Opens two clients that bought everything, in their own database, and the kernel with the test calls. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const poolMax = options.poolMax ?? 10
  const { database, url, adminUrl, close } = await openTestDatabase({ poolMax })
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  const clock = { now: new Date() }
  const apps: FastifyInstance[] = []
  const pools: Database[] = []
  const build = async (pool: Database) => {
    const app = await buildTestApp(pool, clock, options)
    apps.push(app)
    return app
  }
  const world: World = {
    app: await build(database),
    database,
    admin,
    adminUrl,
    clientId: await addClient(admin),
    otherClientId: await addClient(admin),
    clock,
    signIn: (person = {}) => signIn(database, admin, clock.now, { clientId: world.clientId, ...person }),
    addBranch: (client = world.clientId) => addBranch(admin, client),
    enterNewClients: async () => {
      world.clientId = await addClient(admin)
      world.otherClientId = await addClient(admin)
    },
    another: async () => {
      const pool = await openDatabase({ url, poolMax })
      pools.push(pool)
      return build(pool)
    },
    close: async () => {
      for (const app of apps) await app.close()
      for (const pool of pools) await pool.close()
      await admin.end()
      await close()
    },
  }
  return world
}

async function buildTestApp(database: Database, clock: { now: Date }, options: WorldOptions) {
  const config = { ...readConfig({}), keysFile: TEST_KEYS_FILE, ...options.config }
  const app = serveHttp({ config, logger: options.logger ?? false })
  app.decorate('kernel', await createKernel({ config, database, now: () => clock.now, log: app.log }))
  serveCalls(app, testCalls, testHandlers)
  serveSync(app, options.sources ?? [tagSource], { heartbeatMs: options.heartbeatMs })
  await startJobs(app, options.jobs ?? [], [])
  await options.mount?.(app)
  await app.ready()
  return app
}

async function addClient(admin: Client): Promise<string> {
  const id = randomUUID()
  await admin.query("insert into client (id, name, main_modules) values ($1, 'Test centre', $2)", [
    id,
    [...MAIN_MODULES],
  ])
  return id
}

async function addBranch(admin: Client, clientId: string): Promise<string> {
  const id = randomUUID()
  await admin.query('insert into branch (client_id, id, name) values ($1, $2, $3)', [
    clientId,
    id,
    `Branch ${id}`,
  ])
  return id
}

async function signIn(
  database: Database,
  admin: Client,
  now: Date,
  person: Person & { clientId: string },
): Promise<SignedIn> {
  const { clientId, modules = [], branchIds = [], allowedIps = [], userType = 'CLIENT' } = person
  const [userId, deviceId] = [randomUUID(), uuidv7()]
  const { rows } = await admin.query<{ id: number }>(
    `insert into role (client_id, id, name, modules)
     select $1, coalesce(max(id), 10) + 1, $3, $2 from role where client_id = $1 returning id`,
    [clientId, modules, `Role of ${userId}`],
  )
  await admin.query(
    `insert into app_user (client_id, id, username, password_hash, name, user_type, role_id, branch_ids,
       is_client_admin, is_doctor, can_sign, allowed_ips)
     values ($1, $2, $3, '', 'Dr. Test', $4, $5, $6, $7, $8, $8, $9)`,
    [
      clientId,
      userId,
      `user-${userId}`,
      userType,
      rows[0]?.id,
      branchIds,
      person.isClientAdmin ?? false,
      person.isDoctor ?? true,
      allowedIps,
    ],
  )
  const user = { clientId, userId, deviceId, address: '127.0.0.1' }
  const session = await database.entry((tx) => openSession(tx, user, now))
  return { ...session, userId, deviceId }
}

/** Returns the headers of a session on the main base. */
export const bearer = ({ token }: Pick<SignedIn, 'token'>) => ({ authorization: `Bearer ${token}` })
