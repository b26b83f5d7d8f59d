import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { authCalls } from '#contract/calls/auth.ts'
import { directoryCalls } from '#contract/calls/directory.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { createAuthHandlers } from './features/auth/handlers.ts'
import { directoryHandlers } from './features/directory/handlers.ts'
import { reportHandlers } from './features/reports/handlers.ts'
import { studyHandlers } from './features/studies/handlers.ts'
import { createMail } from './integrations/mail/smtp.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/database/open-database.ts'
import { createKernel } from './kernel/http/create-kernel.ts'
import { serveCalls } from './kernel/http/serve-calls.ts'
import { serveHttp } from './kernel/http/serve-http.ts'

export interface AppOptions {
  config: Config
  database: Database
  /** Fastify's: absent means no log. */
  logger?: FastifyServerOptions['logger']
  /** The server's clock. */
  now?: () => Date
}

/** Builds the server without listening: `main.ts` listens, tests inject. */
export async function buildApp({
  config,
  database,
  logger = false,
  now,
}: AppOptions): Promise<FastifyInstance> {
  const app = serveHttp({ logger, config })
  app.decorate('kernel', await createKernel({ config, database, now }))
  serveCalls(app, authCalls, createAuthHandlers({ mail: createMail(config.smtpUrl) }))
  serveCalls(app, studyCalls, studyHandlers)
  serveCalls(app, reportCalls, reportHandlers)
  serveCalls(app, directoryCalls, directoryHandlers)
  return app
}
