import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { DEMO_SIGN_IN } from '#tests/e2e/helpers/people.ts'
import { PEERS, versionOf } from './bundle.ts'
import { type RestartableServer, startChild } from './child.ts'
import type { OurServer } from './our-server.ts'
import { fireSync } from './sync-event.ts'

/** The server side of a contender during the measurement. */
export interface Bout {
  server: RestartableServer
  /** Returns how often each key took effect on the server. */
  effects: () => Promise<Record<string, number>>
  keys: (count: number) => string[]
  end: () => Promise<void>
}

/** One of the measured libraries. */
export interface Contender {
  name: string
  /** The path under /bench/, with its query. */
  page: string
  /** Whether a request carries work to the server. */
  isWrite: (method: string, path: string) => boolean
  begin: () => Promise<Bout>
  /** Signals to the browser that the network is back, if the library leaves its retries to the browser. */
  nudge?: (context: BrowserContext, origin: string) => Promise<void>
}

const isPost = (method: string, path: string, wanted: string) => method === 'POST' && path === wanted

/** Starts a server of the peers on empty data: `script` of the nested package. */
async function beginPeer(script: string): Promise<Bout> {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-scoreboard-peer-'))
  const place = script === 'couch-server.ts' ? folder : join(folder, 'journal')
  const server = await startChild(join(PEERS, script), [place])
  return {
    server,
    effects: async () => (await fetch(`${server.url}/effects`)).json() as Promise<Record<string, number>>,
    keys: (count) => Array.from({ length: count }, () => crypto.randomUUID()),
    end: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const ours = (server: OurServer): Contender => {
  const secret = new URLSearchParams({ username: DEMO_SIGN_IN.senior, password: DEMO_SIGN_IN.password })
  return {
    name: 'Readroom',
    page: `ours/?${secret.toString()}`,
    isWrite: (method, path) => isPost(method, path, '/api/sync/commands'),
    begin: async () => ({ server, effects: server.effects, keys: server.freshStudies, end: async () => {} }),
  }
}

export const peers = (): Contender[] => [
  {
    name: `RxDB ${versionOf('rxdb')}`,
    page: 'rxdb/',
    isWrite: (method, path) => isPost(method, path, '/rxdb/push'),
    begin: () => beginPeer('receipts-server.ts'),
  },
  {
    name: `PouchDB ${versionOf('pouchdb-browser')}`,
    page: 'pouchdb/',
    isWrite: (method, path) => isPost(method, path, '/couch/receipts/_bulk_docs'),
    begin: () => beginPeer('couch-server.ts'),
  },
  {
    name: `TanStack offline-transactions ${versionOf('@tanstack/offline-transactions')}`,
    page: 'tanstack/',
    isWrite: (method, path) => isPost(method, path, '/receipts'),
    begin: () => beginPeer('receipts-server.ts'),
  },
  {
    name: `Workbox background sync ${versionOf('workbox-background-sync')}`,
    page: 'workbox/',
    isWrite: (method, path) => isPost(method, path, '/receipts'),
    begin: () => beginPeer('receipts-server.ts'),
    nudge: fireSync,
  },
]
