import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbedded } from '#server/kernel/database/embedded.ts'
import { makeTemplate, TEMPLATE } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Asked once by a test file that needs a database; the answer names the cluster and the template. */
    databaseDoor: string
  }
}

/** Tests wait for no disk: what a power cut would lose is a throw-away cluster. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/**
 * One PostgreSQL for the whole run, started when a test first asks for it and stopped at the end. Test files run in
 * processes of their own, so they ask through a door on loopback.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'readroom-test-'))
  let started: Promise<EmbeddedDatabase> | undefined
  const start = async () => {
    // Root's PostgreSQL runs as another account, which must be able to enter.
    chmodSync(home, 0o755)
    const embedded = await startEmbedded({ dataDir: home, settings: FAST })
    await makeTemplate(embedded)
    return embedded
  }
  const door = createServer((_request, answer) => {
    started ??= start()
    started.then(
      ({ adminUrl, url }) => answer.end(JSON.stringify({ adminUrl, url, template: TEMPLATE })),
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
    await started?.then((embedded) => embedded.stop()).catch(() => {})
    rmSync(home, { recursive: true, force: true })
  }
}
