import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { startPacsPolling } from '#server/features/pacs/start-polling.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { findCertificate } from '#server/kernel/tls/certificate.ts'
import { closingInOrder } from './close-app.ts'
import { loadDemoAtStart } from './demo-at-start.ts'
import { listenInWords } from './listen-words.ts'
import type { Shutdown } from './shutdown.ts'
import { welcome } from './welcome.ts'
import { keepWorklist } from './worklist/keep-worklist.ts'

const CERTIFICATE_CHECK_MS = 12 * 3_600_000

export interface PreparedServer {
  config: Config
  shutdown: Shutdown
  database: Database
  /** The pool's URL, for our other processes. */
  url: string
  migrationUrl: string
  tls: Awaited<ReturnType<typeof findCertificate>>
}

/**
 * Serves all calls and other interfaces on a ready database, and prints where; the last step of the start. Returns the
 * port of the calls.
 */
export async function serveCalls({
  config,
  shutdown,
  database,
  url,
  migrationUrl,
  tls,
}: PreparedServer): Promise<number> {
  const logger = { level: config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info') }
  const app = await buildApp({ config, database, logger, tls })
  shutdown.add(closingInOrder(app))
  const { keepFile } = app.kernel
  const hasDemo = await loadDemoAtStart({ config, database, migrationUrl, keepFile, now: new Date() })
  const port = await listen(app, config)
  const polling = startPacsPolling({
    kernel: app.kernel,
    onError: (error) => app.log.error(loggedError(error), 'an image server could not be polled'),
  })
  shutdown.add(polling.stop)
  await serveModalities(app, config, url, shutdown)
  await serveHospitals(app, config, shutdown)
  if (tls) renewCertificate(app, config, shutdown)
  console.log(welcome(config, port, hasDemo))
  return port
}

async function serveModalities(
  { kernel, log }: FastifyInstance,
  { worklist }: Config,
  databaseUrl: string,
  shutdown: Shutdown,
): Promise<void> {
  if (!worklist) return
  const task = { ...worklist, databaseUrl, publicKey: kernel.keys.publicKey }
  const kept = await keepWorklist(task, { log, health: kernel.worklist })
  shutdown.add(kept.stop)
}

async function serveHospitals(app: FastifyInstance, { mllp }: Config, shutdown: Shutdown): Promise<void> {
  if (!mllp) return
  const onError = (error: unknown) => app.log.error(loggedError(error), 'an order could not be taken')
  const place = { ...mllp, hostSetting: 'READROOM_MLLP_HOST', portSetting: 'READROOM_MLLP_PORT' }
  const server = await listenInWords(place, () => startHospitalOrders(app.kernel, mllp, onError))
  shutdown.add(server.close)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  const place = { host, port, hostSetting: 'HOST', portSetting: 'PORT' }
  await listenInWords(place, () => app.listen({ host, port }))
  return (app.server.address() as AddressInfo).port
}

function renewCertificate(app: FastifyInstance, config: Config, shutdown: Shutdown): void {
  const renew = async () => {
    const certificate = await findCertificate(config, new Date())
    if (certificate) (app.server as unknown as SecureServer).setSecureContext(certificate)
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => app.log.error(error, 'the certificate could not be renewed'))
  }, CERTIFICATE_CHECK_MS)
  timer.unref()
  shutdown.add(async () => clearInterval(timer))
}
