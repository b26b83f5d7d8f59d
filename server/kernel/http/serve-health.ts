import type { FastifyInstance } from 'fastify'
import { loggedError } from './log.ts'

const PING_TIMEOUT_MS = 2_000

/** Whether a part of the server is running. */
export type Health = () => 'running' | 'stopped'

/** Health of the modality worklist: `off` if this server has none (docs/decisions/330). */
export interface WorklistHealth {
  state: ReturnType<Health> | 'off'
}

/** Mounts `/healthz`: 200 while the database answers, else 503; for load balancers and people, without a session. */
export function serveHealth(app: FastifyInstance, version: string, jobs: Health): void {
  app.get('/healthz', async (request, reply) => {
    const database = await ping(app).catch((error: unknown) => {
      request.log.error({ err: loggedError(error) }, 'the database does not answer')
      return 'away' as const
    })
    return reply
      .code(database === 'answers' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: database === 'answers' ? 'ok' : 'unavailable',
        version,
        database,
        jobs: jobs(),
        worklist: app.kernel.worklist.state,
      })
  })
}

async function ping(app: FastifyInstance): Promise<'answers'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PING_TIMEOUT_MS)
  })
  try {
    await Promise.race([app.kernel.database.pool.query('select 1'), late])
    return 'answers'
  } finally {
    clearTimeout(timer)
  }
}
