import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import { startPacsPolling } from '#server/features/pacs/start-polling.ts'
import type { Config } from '#server/kernel/config.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { findCertificate } from '#server/kernel/tls/certificate.ts'
import { isDemoHalfLoaded, loadDemoAtStart } from './demo-at-start.ts'
import type { Shutdown } from './shutdown.ts'
import { welcome } from './welcome.ts'

/** How long requests under way may take once the server is told to stop. */
const FINISH_MS = 10_000
const CERTIFICATE_CHECK_MS = 12 * 3_600_000

/** Brings the server up step by step; each step tells `shutdown` how it is undone. */
export async function startServer(config: Config, shutdown: Shutdown): Promise<void> {
  const url = config.databaseUrl ?? (await startOwnDatabase(config, shutdown))
  await migrate(url)
  const database = await openDatabase({ url })
  shutdown.add(() => database.close())
  const tls = await findCertificate(config, new Date())
  const logger = { level: config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info') }
  const app = await buildApp({ config, database, logger, tls })
  shutdown.add(() => closeApp(app))
  const { keepFile } = app.kernel
  const hasDemo = await loadDemoAtStart({ config, database, url, keepFile, now: new Date() })
  const port = await listen(app, config)
  const polling = startPacsPolling({
    kernel: app.kernel,
    onError: (error) => app.log.error(loggedError(error), 'an image server could not be polled'),
  })
  shutdown.add(polling.stop)
  await serveModalities(app, config, shutdown)
  await serveHospitals(app, config, shutdown)
  if (tls) renewCertificate(app, config, shutdown)
  console.log(welcome(config, port, hasDemo))
}

async function serveModalities(
  app: FastifyInstance,
  { worklist }: Config,
  shutdown: Shutdown,
): Promise<void> {
  if (!worklist) return
  const onError = (error: unknown) =>
    app.log.error(loggedError(error), 'a modality could not be given its worklist')
  const server = await startWorklist({ ...worklist, kernel: app.kernel, onError })
  shutdown.add(server.close)
}

async function serveHospitals(app: FastifyInstance, { mllp }: Config, shutdown: Shutdown): Promise<void> {
  if (!mllp) return
  const onError = (error: unknown) => app.log.error(loggedError(error), 'an order could not be taken')
  const server = await startHospitalOrders(app.kernel, mllp, onError)
  shutdown.add(server.close)
}

async function startOwnDatabase({ dataDir }: Config, shutdown: Shutdown): Promise<string> {
  const embedded = await startEmbedded({ dataDir, report: (words) => console.error(words) })
  shutdown.add(embedded.stop)
  if (isDemoHalfLoaded(dataDir)) await embedded.empty()
  return embedded.url
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} of ${host} is taken by another program. Choose one by PORT.`, {
        cause: error,
      })
    if (code === 'EADDRNOTAVAIL')
      throw new Error(`This machine has no address ${host} (HOST).`, { cause: error })
    throw error
  }
  return (app.server.address() as AddressInfo).port
}

/** Ends streams, lets requests under way finish, and after a while cuts what is left. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
  await app.close()
  clearTimeout(timer)
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
