import { type FastifyInstance, type InjectOptions } from 'fastify'
import { type AppOptions, buildApp } from '#server/app.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { readConfig } from '#server/kernel/config.ts'
import { DEMO_NOW } from '#tests/helpers/database/template-database.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'

/** The end of the time in which the demo's studies were received, and the server's clock until a test moves it. */
export const NOW = DEMO_NOW

/** The server's answer: status, body and the headers that tests check. */
export interface Answer {
  status: number
  // The body of any call: each test reads the fields that the contract of its call declares; the server has
  // checked them.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  body: any
  headers: Record<string, unknown>
}

/** One signed-in person who calls paths of the main base unless they begin with a slash. */
export interface ApiUser {
  token: string
  get: (path: string, query?: Record<string, string>) => Promise<Answer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
}

export interface DemoServer {
  db: TestDatabase
  app: FastifyInstance
  clock: { now: Date }
  send: (options: InjectOptions) => Promise<Answer>
  signIn: (username: string) => Promise<ApiUser>
  /** Returns the user of a session that was opened in another way. */
  apiUserOf: (token: string) => ApiUser
  close: () => Promise<void>
}

const API = '/api/'
export const PHP = '/phpapi/index.php/'

const urlOf = (path: string) => (path.startsWith('/') ? path : API + path)

/** Opens the server over a fresh database with the demo, called without a network; `build` may insert more. */
export async function openDemo(
  env: Record<string, string> = {},
  build: (options: AppOptions) => Promise<FastifyInstance> = buildApp,
): Promise<DemoServer> {
  const db = await openTestDatabase({ hasDemo: true })
  const clock = { now: NOW }
  const usual = { READROOM_TRUST_PROXY: '1', READROOM_KEYS: TEST_KEYS_FILE }
  const config = readConfig({ ...usual, ...env })
  // The partners of the tests listen on this machine.
  if (env.READROOM_LOOPBACK === undefined) config.loopbackPorts = 'all'
  const app = await build({ config, database: db.database, now: () => clock.now })
  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await app.inject(options)
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  const apiUserOf = (token: string): ApiUser => {
    const headers = { authorization: `Bearer ${token}`, 'x-time-zone': 'Asia/Kolkata' }
    return {
      token,
      get: (path, query = {}) => send({ method: 'GET', url: urlOf(path), query, headers }),
      post: (path, body, more = {}) =>
        send({ method: 'POST', url: urlOf(path), payload: body as object, headers: { ...headers, ...more } }),
    }
  }
  const signIn = async (username: string) => {
    const payload = { username, password: DEMO_PASSWORD }
    const { body } = await send({ method: 'POST', url: `${API}auth/login`, payload })
    return apiUserOf(body.token as string)
  }
  const close = async () => {
    await app.close()
    await db.close()
  }
  return { db, app, clock, send, signIn, apiUserOf, close }
}
