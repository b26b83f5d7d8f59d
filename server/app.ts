import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { CALLS } from '#contract/registry.ts'
import { hasDemo } from './features/demo/find-demo.ts'
import { ageNotificationsJob } from './features/notifications/age-job.ts'
import { servePaperFonts } from './features/paper-fonts/serve-paper-fonts.ts'
import { featureJobs, featureTimers, serveDoors, serveFeatures } from './features/serve-features.ts'
import { sealPlainSecrets } from './features/settings/seal-plain-secrets.ts'
import { SYNC_SOURCES } from './features/sync-sources.ts'
import { getCaller } from './kernel/auth/get-caller.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/database/open-database.ts'
import { ageUploadsJob } from './kernel/files/age-uploads.ts'
import { createKernel } from './kernel/http/create-kernel.ts'
import { serveClient } from './kernel/http/serve-client.ts'
import { serveHealth } from './kernel/http/serve-health.ts'
import { serveHttp, type TlsCredentials } from './kernel/http/serve-http.ts'
import { ageJob } from './kernel/jobs/age.ts'
import { startJobs } from './kernel/jobs/start-jobs.ts'
import { serveDocs } from './kernel/openapi/docs-page.ts'
import { serveSync } from './kernel/sync/serve-sync.ts'

export interface AppOptions {
  config: Config
  database: Database
  /** Fastify's: absent means no log. */
  logger?: FastifyServerOptions['logger']
  /** The server's clock. */
  now?: () => Date
  tls?: TlsCredentials | undefined
  /** The built client. */
  clientDir?: string
}

const ROOT = join(import.meta.dirname, '..')
const CLIENT_DIR = join(ROOT, 'dist')

/** Builds the server without listening: `main.ts` listens, tests inject. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { clientDir = CLIENT_DIR } = options
  const app = await buildCalls(options)
  serveSync(app, SYNC_SOURCES)
  await serveDoors(app)
  await sealPlainSecrets(app.kernel)
  const timers = [ageJob, ageUploadsJob, ageNotificationsJob, ...featureTimers(app)]
  await startJobs(app, featureJobs(app), timers)
  const version = readVersion()
  serveHealth(app, version, app.kernel.jobs.state)
  // The demo is for looking around; elsewhere a stranger learns nothing of the calls.
  await serveDocs(app, CALLS.values(), version, async (request) => {
    if (!(await hasDemo(options.database))) await getCaller(app.kernel, request)
  })
  servePaperFonts(app)
  await serveClient(app, clientDir)
  return app
}

/** The calls alone, without pages, streams and jobs that run: enough for a command of package.json that sends some. */
export async function buildCalls({
  config,
  database,
  logger,
  now,
  tls,
}: AppOptions): Promise<FastifyInstance> {
  const app = serveHttp({ config, logger, tls })
  const listening = () => placesOf(app.addresses())
  app.decorate('kernel', await createKernel({ config, database, now, log: app.log, listening }))
  app.addHook('onClose', async () => {
    await app.kernel.jobs.stop()
    await app.kernel.exchanges.close()
    await app.kernel.certificates.flush()
  })
  serveFeatures(app)
  return app
}

/** Addresses and ports of listening sockets; one that listens at a path has none. */
const placesOf = (addresses: ReturnType<FastifyInstance['addresses']>) =>
  addresses.flatMap((each) => (typeof each === 'string' ? [] : [{ host: each.address, port: each.port }]))

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
