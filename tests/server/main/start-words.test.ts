import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'

const SLOW = 60_000
let place: ReturnType<typeof makeDataDir>
let db: TestDatabase
const running: ServerProcess[] = []

beforeAll(async () => {
  place = makeDataDir()
  db = await openTestDatabase()
}, SLOW)
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGTERM')
    await server.ended
  }
})
afterAll(async () => {
  await db.close()
  place.remove()
})

/** Starts a server with an error in its settings; resolves with its exit code and its output. */
async function refused(env: Record<string, string>, dataDir = place.dataDir) {
  const server = startServerProcess(dataDir, { env })
  running.push(server)
  const code = await server.ended
  return { code, said: server.said() }
}

const urlsOf = ({ url, migrationUrl }: TestDatabase) => ({
  DATABASE_URL: url,
  READROOM_MIGRATION_URL: migrationUrl,
})

/** Returns the address of the test's database with one part replaced. */
const withPart = (from: RegExp, to: string) => db.url.replace(from, to)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

test.each([
  ['a setting that is no address', () => 'mysql://a:b@c/d', 'DATABASE_URL must begin with postgres://'],
  [
    'a password with a bare number sign',
    () => 'postgres://readroom:secret#1@127.0.0.1/readroom',
    'DATABASE_URL cannot be understood',
  ],
  [
    'a password with a bare @',
    () => 'postgres://readroom:my@secret@127.0.0.1/readroom',
    'DATABASE_URL cannot be understood',
  ],
  [
    'an unknown machine',
    () => 'postgres://readroom:secret@no-such-machine.invalid/readroom',
    'DATABASE_URL names the machine no-such-machine.invalid, which is not found',
  ],
  ['a wrong password', () => withPart(/:[^:@/]+@/, ':wrong-secret@'), 'refused the password or the user'],
  ['a missing database', () => withPart(/\/[\w-]+\?/, '/nowhere?'), 'has no database nowhere'],
])(
  '%s is named with its setting, without the password, and the process ends with 1',
  {
    timeout: SLOW,
  },
  async (_, url, words) => {
    const { code, said } = await refused({ DATABASE_URL: url() })
    expect(said).toContain('Readroom could not start.')
    expect(said).toContain(words)
    expect(said).not.toMatch(/secret/)
    expect(said).not.toContain('    at ')
    expect(code).toBe(1)
  },
)

test('a missing database is named by host and port', { timeout: SLOW }, async () => {
  const port = await freePort()
  const { code, said } = await refused({ DATABASE_URL: `postgres://readroom:hidden@127.0.0.1:${port}/x` })
  expect(said).toContain(`DATABASE_URL names 127.0.0.1:${port}, where no PostgreSQL answers (ECONNREFUSED)`)
  expect(said).not.toContain('hidden')
  expect(code).toBe(1)
})

test('the two logins of an external database are checked before anything is served', {
  timeout: SLOW,
}, async () => {
  const alone = await refused({ DATABASE_URL: db.url })
  expect(alone.said).toContain('READROOM_MIGRATION_URL is not set')
  expect(alone.said).toContain('create role readroom_pool login noinherit')
  const same = await refused({ DATABASE_URL: db.migrationUrl, READROOM_MIGRATION_URL: db.migrationUrl })
  expect(same.said).toContain('name the same login, readroom_migration')
  const owner = await refused({ DATABASE_URL: db.adminUrl, READROOM_MIGRATION_URL: db.migrationUrl })
  expect(owner.said).toContain('The login postgres of DATABASE_URL is a superuser')
  const other = await openTestDatabase()
  const crossed = await refused({ DATABASE_URL: db.url, READROOM_MIGRATION_URL: other.migrationUrl })
  await other.close()
  expect(crossed.said).toContain('lead to different databases')
  const wrong = db.migrationUrl.replace(/:[^:@/]+@/, ':wrong-secret@')
  const closed = await refused({ DATABASE_URL: db.url, READROOM_MIGRATION_URL: wrong })
  expect(closed.said).toContain(
    'refused the password or the user readroom_migration of READROOM_MIGRATION_URL',
  )
  for (const { code, said } of [alone, same, owner, crossed, closed]) {
    expect(code).toBe(1)
    expect(said).not.toContain('wrong-secret')
  }
})

test('an unwritable data folder is named', { timeout: SLOW }, async () => {
  const file = join(place.dataDir, 'a-file')
  writeFileSync(file, '')
  const { code, said } = await refused({}, join(file, 'data'))
  expect(said).toContain(`READROOM_DATA leads to the folder ${join(file, 'data')}`)
  expect(said).toContain('(ENOTDIR)')
  expect(code).toBe(1)
  const keys = await refused({ READROOM_KEYS: join(file, 'sealing.json'), ...urlsOf(db) })
  expect(keys.said).toContain(`READROOM_KEYS leads to the folder ${file}`)
  expect(keys.code).toBe(1)
})

test('certificates are checked before anything listens', { timeout: SLOW }, async () => {
  const [cert, key, other] = ['cert.pem', 'key.pem', 'other.pem'].map((name) =>
    join(place.dataDir, name),
  ) as [string, string, string]
  const write = async (keyFile: string, certFile: string) => {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
    })
    writeFileSync(keyFile, made.private)
    writeFileSync(certFile, made.cert)
  }
  await write(key, cert)
  await write(other, join(place.dataDir, 'other-cert.pem'))
  const tls = (certFile: string, keyFile: string) =>
    refused({ ...urlsOf(db), READROOM_TLS_CERT: certFile, READROOM_TLS_KEY: keyFile })
  const missing = await tls(join(place.dataDir, 'none.pem'), key)
  expect(missing.said).toContain('READROOM_TLS_CERT leads to')
  expect(missing.said).toContain('which is not there')
  const swapped = await tls(key, key)
  expect(swapped.said).toContain('which holds no certificate')
  const noKey = await tls(cert, cert)
  expect(noKey.said).toContain('which holds no usable private key')
  const foreign = await tls(cert, other)
  expect(foreign.said).toContain('does not belong to the certificate')
  expect([missing, swapped, noKey, foreign].map(({ code }) => code)).toEqual([1, 1, 1, 1])
})

test('a port in use is named by its own setting, also for DICOM and HL7', {
  timeout: SLOW,
}, async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  for (const setting of ['PORT', 'READROOM_WORKLIST_PORT', 'READROOM_MLLP_PORT']) {
    const { code, said } = await refused({ ...urlsOf(db), [setting]: String(port) })
    expect(said).toContain(`Port ${port} of 127.0.0.1 is taken by another program. Choose one by ${setting}.`)
    expect(code).toBe(1)
  }
  holder.close()
})

test('server files are closed to other accounts, and the database refuses a second server with other keys', {
  timeout: SLOW,
}, async () => {
  const [own, other] = [makeDataDir(), makeDataDir()]
  const [fresh, foreign] = [await openTestDatabase(), await openTestDatabase()]
  try {
    const server = startServerProcess(own.dataDir, { env: urlsOf(fresh) })
    running.push(server)
    await server.ready
    const modeOf = (name: string) => statSync(join(own.dataDir, name)).mode & 0o777
    expect(modeOf('.')).toBe(0o700)
    expect(modeOf('keys')).toBe(0o700)
    expect(modeOf('keys/sealing.json')).toBe(0o600)
    expect(modeOf('keys/push.json')).toBe(0o600)

    const second = await refused(urlsOf(fresh), other.dataDir)
    expect(second.code).toBe(1)
    expect(second.said).toContain(`There is no key file ${join(other.dataDir, 'keys', 'sealing.json')}`)
    expect(second.said).toContain('READROOM_KEYS')
    expect(existsSync(join(other.dataDir, 'keys'))).toBe(false)

    // Keys of another database.
    const strange = startServerProcess(other.dataDir, { env: urlsOf(foreign) })
    await strange.ready
    strange.kill('SIGTERM')
    await strange.ended
    const third = await refused(urlsOf(fresh), other.dataDir)
    expect(third.said).toContain("are not this database's")

    const named = join(own.dataDir, 'keys', 'sealing.json')
    const beside = startServerProcess(other.dataDir, {
      env: { ...urlsOf(fresh), READROOM_KEYS: named },
    })
    running.push(beside)
    await beside.ready
    const anew = startServerProcess(other.dataDir, { env: urlsOf(fresh), args: ['--new-keys'] })
    running.push(anew)
    await anew.ready
  } finally {
    for (const one of running.splice(0)) {
      one.kill('SIGTERM')
      await one.ended
    }
    await fresh.close()
    await foreign.close()
    own.remove()
    other.remove()
  }
})
