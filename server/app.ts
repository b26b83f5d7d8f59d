import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { authCalls } from '#contract/calls/auth.ts'
import { directoryCalls } from '#contract/calls/directory.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { createAuthHandlers } from './features/auth/handlers.ts'
import { directoryHandlers } from './features/directory/handlers.ts'
import { branchSource, doctorSource, tagSource, templateSource } from './features/directory/sync-source.ts'
import { reportHandlers } from './features/reports/handlers.ts'
import { reportSource } from './features/reports/sync-source.ts'
import { studyHandlers } from './features/studies/handlers.ts'
import { selectVisibleIds } from './features/studies/store.ts'
import { studySource } from './features/studies/sync-source.ts'
import { createMail } from './integrations/mail/smtp.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/database/open-database.ts'
import { serveFiles } from './kernel/files/serve-files.ts'
import { createKernel } from './kernel/http/create-kernel.ts'
import { serveCalls } from './kernel/http/serve-calls.ts'
import { serveHttp, type TlsCredentials } from './kernel/http/serve-http.ts'
import { serveSync } from './kernel/sync/serve-sync.ts'

export interface AppOptions {
  config: Config
  database: Database
  /** Fastify's: absent means no log. */
  logger?: FastifyServerOptions['logger']
  /** The server's clock. */
  now?: () => Date
  tls?: TlsCredentials | undefined
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
  await serveFiles(
    app,
    async (tx, caller, studyId) => (await selectVisibleIds(tx, caller, [studyId])).length > 0,
  )
  serveSync(app, [branchSource, doctorSource, tagSource, templateSource, studySource, reportSource])
  return app
}
