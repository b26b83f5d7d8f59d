import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/open-database.ts'
import { openExchangeLog } from '../exchanges/exchange-log.ts'
import { createFileLinks } from '../files/file-links.ts'
import { keepFile } from '../files/keep-file.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { openJobQueue } from '../jobs/job-queue.ts'
import { openPushKeys } from '../keys/push-keys.ts'
import { keysFileOf, openSealingKeys } from '../keys/sealing-keys.ts'
import { createSecrets } from '../keys/secrets.ts'
import { createAnnouncer } from '../sync/feed/feed-announcer.ts'
import { FeedPokes } from '../sync/feed/feed-pokes.ts'
import { openCertificateWatch } from '../way-out/certificate-watch.ts'
import { openWaysOut } from '../way-out/client-way-out.ts'
import type { OwnAddress } from '../way-out/way-out.ts'
import type { Kernel } from './kernel.ts'
import { loggedError } from './log.ts'
import { Semaphore } from './semaphore.ts'
import { getSetting } from './server-setting.ts'

/** Builds the kernel on an open database. */
export async function createKernel(options: {
  config: Config
  database: Database
  now?: (() => Date) | undefined
  log: FastifyBaseLogger
  /** Where this process listens now; read when an address is checked. */
  listening?: () => readonly OwnAddress[]
}): Promise<Kernel> {
  const { config, database, log, now = () => new Date(), listening = () => [] } = options
  const keys = await openSealingKeys(keysFileOf(config))
  const key = await getSetting(database, 'file_link_key', () => randomBytes(32).toString('base64'))
  const pokes = new FeedPokes()
  const files = await openFileStore(config)
  const secrets = createSecrets(keys)
  const certificates = openCertificateWatch({ database, now }, (error) =>
    log.error({ err: loggedError(error) }, 'a certificate that was met'),
  )
  return {
    config,
    database,
    now,
    endpoints: new Map(),
    pokes,
    announce: createAnnouncer(database.pool, pokes),
    fileLinks: createFileLinks(Buffer.from(key, 'base64')),
    files,
    keys,
    pushKeys: await openPushKeys(config),
    secrets,
    exchanges: openExchangeLog({ database, secrets, now }, (error) =>
      log.error({ err: loggedError(error) }, 'the log of the interfaces'),
    ),
    worklist: { state: 'off' },
    wayOut: openWaysOut({ config, database, listening, certificates }),
    certificates,
    keepFile: (file) => keepFile(database, files, file),
    jobs: await openJobQueue(database.pool, (error) => log.error({ err: loggedError(error) }, 'job queue')),
    epoch: await getSetting(database, 'epoch', randomUUID),
    syncGate: new Semaphore(Math.max(1, Math.floor((database.pool.options.max ?? 10) / 2))),
  }
}
