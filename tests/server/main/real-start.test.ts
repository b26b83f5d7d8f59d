import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAdmin } from '#server/features/platform/create-admin.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { openTestDatabase } from '#tests/helpers/database/test-database.ts'
import {
  makeDataDir,
  type ServerProcess,
  signInAsDemo,
  startServerProcess,
} from '#tests/helpers/server-process.ts'

const SLOW = 120_000
const ROOT = join(import.meta.dirname, '..', '..', '..')
const ADMIN = { name: 'Ada Rao', username: 'ada', email: 'ada@platform.example', password: 'First#2026x' }
let place: ReturnType<typeof makeDataDir>
const running: ServerProcess[] = []

beforeAll(() => {
  place = makeDataDir()
})
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGTERM')
    await server.ended
  }
})
afterAll(() => place.remove())

function start(options?: Parameters<typeof startServerProcess>[1]): ServerProcess {
  const server = startServerProcess(place.dataDir, options)
  running.push(server)
  return server
}

async function runCreateAdmin(dataDir: string) {
  const { name, username, email, password } = ADMIN
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts/create-admin.ts'), '--name', name, '--username', username, '--email', email],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: '', READROOM_DATA: dataDir, READROOM_ADMIN_PASSWORD: password },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

const captchaOf = async (address: string) =>
  ((await (await fetch(`${address}/api/public/getLoginCaptcha`)).json()) as { result: object }).result

test('after create-admin on an empty folder the server starts without the demo', {
  timeout: SLOW,
}, async () => {
  // An interrupted demo is in the folder: it is dropped, and the next start deletes no other client.
  const first = start({ args: ['--no-demo'] })
  await first.ready
  const rightsOfOthers = (name: string) => statSync(join(place.dataDir, name)).mode & 0o066
  for (const name of ['.', 'keys', 'keys/sealing.json', 'database-password', 'server.lock', 'postgres'])
    expect([name, rightsOfOthers(name)]).toEqual([name, 0])
  first.kill('SIGTERM')
  await first.ended
  writeFileSync(join(place.dataDir, 'demo-is-loading'), '')
  expect(await runCreateAdmin(place.dataDir)).toMatchObject({ code: 0 })

  const server = start()
  const address = await server.ready
  expect(server.said()).not.toContain('dr.mehta')
  await expect(signInAsDemo(address, 'platform')).rejects.toThrow('could not sign in')
  await expect(signInAsDemo(address, 'dr.mehta')).rejects.toThrow('could not sign in')
  expect(await captchaOf(address)).not.toHaveProperty('demo')
  server.kill('SIGTERM')
  await server.ended

  const asked = start({ args: ['--demo'] })
  expect(await asked.ended).toBe(1)
  expect(asked.said()).toContain('has an administrator or clients already')
})

test('an external database gets the demo by --demo only, and not beside an administrator', {
  timeout: SLOW,
}, async () => {
  const db = await openTestDatabase()
  const own = makeDataDir()
  try {
    const plain = startServerProcess(own.dataDir, {
      env: { DATABASE_URL: db.url, READROOM_MIGRATION_URL: db.migrationUrl },
    })
    running.push(plain)
    expect(await captchaOf(await plain.ready)).not.toHaveProperty('demo')
    const database = await openDatabase({ url: db.url })
    await createAdmin(database, ADMIN, { another: false, now: new Date() })
    await database.close()
    const asked = startServerProcess(own.dataDir, {
      env: { DATABASE_URL: db.url, READROOM_MIGRATION_URL: db.migrationUrl },
      args: ['--demo'],
    })
    running.push(asked)
    expect(await asked.ended).toBe(1)
    expect(asked.said()).toContain('start without --demo')
  } finally {
    for (const server of running.splice(0)) {
      server.kill('SIGTERM')
      await server.ended
    }
    await db.close()
    own.remove()
  }
})
