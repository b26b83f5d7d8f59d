import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbedded } from '#server/kernel/database/embedded.ts'
import { DEBIAN_15 } from './postgres-versions.ts'
import { openPreparedFolder } from './prepared-data.ts'
import { DEMO_TEMPLATE, makeDemoTemplate, makeTemplate, TEMPLATE } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address at which a test file requests a cluster; the response has the cluster's addresses and the
     * template.
     */
    databaseDoor: string
  }
}

/** Tests do not wait for the disk: a power cut would lose only a temporary cluster. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/**
 * Runs one PostgreSQL of each version for the whole run, started at the first request of a test and stopped
 * at the end. Test files run in separate processes, so they send requests to a loopback address: `/18`,
 * `/15`; `/18/demo` also creates the template with the demo.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Created by the first test file that needs it.
  const prepared = openPreparedFolder()
  const clusters = new Map<string, Promise<EmbeddedDatabase>>()
  const homes: string[] = []
  const findCluster = (path: string) => {
    const known = clusters.get(path) ?? startCluster(homes, path === '/15' ? DEBIAN_15 : undefined)
    clusters.set(path, known)
    return known
  }
  const demos = new Map<string, Promise<void>>()
  const findTemplate = async (path: string) => {
    const version = path.replace('/demo', '')
    const { adminUrl, url, migrationUrl } = await findCluster(version)
    if (version === path) return { adminUrl, url, migrationUrl, template: TEMPLATE }
    const made = demos.get(path) ?? makeDemoTemplate({ adminUrl, url })
    demos.set(path, made)
    await made
    return { adminUrl, url, migrationUrl, template: DEMO_TEMPLATE }
  }
  const door = createServer((request, answer) => {
    findTemplate(request.url ?? '').then(
      (found) => answer.end(JSON.stringify(found)),
      (error: unknown) => {
        answer.statusCode = 500
        answer.end(String(error))
      },
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('databaseDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
  return async () => {
    door.close()
    for (const cluster of clusters.values()) await cluster.then((started) => started.stop()).catch(() => {})
    prepared.remove()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  }
}

async function startCluster(homes: string[], program: string | undefined): Promise<EmbeddedDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'readroom-test-'))
  homes.push(home)
  // As root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(home, 0o755)
  const started = await startEmbedded({ dataDir: home, settings: FAST, ...(program ? { program } : {}) })
  await makeTemplate(started)
  return started
}
