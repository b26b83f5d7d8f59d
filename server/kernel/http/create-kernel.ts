import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Database } from '../database/open-database.ts'
import { createFileLinks } from '../files/file-links.ts'
import { FeedPokes } from '../sync/feed-pokes.ts'
import type { Kernel } from './kernel.ts'
import { getSetting } from './server-setting.ts'

/** Puts the kernel together over an open database. */
export async function createKernel(options: {
  config: Config
  database: Database
  now?: (() => Date) | undefined
}): Promise<Kernel> {
  const { config, database, now = () => new Date() } = options
  const key = await getSetting(database, 'file_link_key', () => randomBytes(32).toString('base64'))
  const pokes = new FeedPokes()
  return {
    config,
    database,
    now,
    endpoints: new Map(),
    pokes,
    announce: (clientId, pos) => pokes.poke(clientId, pos),
    fileLinks: createFileLinks(Buffer.from(key, 'base64')),
  }
}
