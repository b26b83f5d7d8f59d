import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, expect, test } from 'vitest'
import { POSTGRES_VERSIONS } from '#tests/helpers/postgres-versions.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'
import { runAsAdmin, withDatabase } from '#tests/helpers/template-database.ts'
import { askForCluster } from '#tests/helpers/test-database.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PASSWORD = 'First#2026x'
const place = makeDataDir()
const running: ServerProcess[] = []

afterAll(async () => {
  for (const server of running) {
    server.kill('SIGTERM')
    await server.ended
  }
  place.remove()
})

async function run(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

/** Posts over TLS, trusting this one certificate; resolves with status and body. */
async function post(url: string, ca: string, body: object): Promise<{ status: number; text: string }> {
  const sent = request(url, { method: 'POST', ca, headers: { 'content-type': 'application/json' } })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, text }
}

/** The SQL of the README's page, run by the administrator of an outside PostgreSQL; returns the settings. */
async function makeLogins({ adminUrl }: { adminUrl: string }, name: string) {
  for (const statement of [
    `create role ${name}_owner login createrole password 'owns'`,
    `create role ${name}_pool login noinherit password 'pools'`,
    `create database ${name} owner ${name}_owner`,
    // The test's cluster has these roles already; in an empty one the login above makes them itself.
    `grant readroom_owner, readroom_app, readroom_platform to ${name}_owner with admin option`,
  ])
    await runAsAdmin(adminUrl, statement)
  const urlOf = (login: string) => withDatabase(adminUrl, name).replace(/\/\/[^@]*@/, `//${login}@`)
  return {
    DATABASE_URL: urlOf(`${name}_pool:pools`),
    READROOM_MIGRATION_URL: urlOf(`${name}_owner:owns`),
  }
}

for (const { version, isHere } of POSTGRES_VERSIONS)
  test.skipIf(!isHere)(
    `an installation on an empty outside PostgreSQL ${version}: administrator, TLS, keys apart, backup`,
    { timeout: 120_000 },
    async () => {
      const cluster = await askForCluster(version)
      const name = `real_${randomUUID().replaceAll('-', '')}`
      const logins = await makeLogins(cluster, name)
      const home = join(place.dataDir, String(version))
      const keys = join(place.dataDir, `keys-${version}`, 'sealing.json')
      const made = await generate([{ name: 'commonName', value: 'localhost' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
      })
      const [cert, key] = [join(place.dataDir, 'cert.pem'), join(place.dataDir, 'key.pem')]
      writeFileSync(cert, made.cert)
      writeFileSync(key, made.private)
      const env = {
        ...logins,
        READROOM_DATA: home,
        READROOM_KEYS: keys,
        READROOM_ADMIN_PASSWORD: PASSWORD,
        READROOM_TLS_CERT: cert,
        READROOM_TLS_KEY: key,
      }
      const names = ['--name', 'Ada Rao', '--username', 'ada', '--email', 'ada@real.example']
      const admin = await run('create-admin.ts', names, env)
      expect(admin).toEqual({ code: 0, said: expect.stringContaining('signs in as ada') })

      const server = startServerProcess(home, { env })
      running.push(server)
      const address = await server.ready
      expect(address).toMatch(/^https:/)
      expect(server.said()).not.toContain('demo')
      const demo = await post(`${address}/api/auth/login`, made.cert, {
        username: 'platform',
        password: 'Readroom#2026',
      })
      // The first try asks for the picture: nothing is relaxed outside of the demo.
      expect([demo.status, demo.text]).not.toEqual([200, expect.anything()])
      expect(demo.text).not.toContain('"token"')
      expect(existsSync(keys)).toBe(true)
      expect(statSync(keys).mode & 0o077).toBe(0)
      expect(statSync(home).mode & 0o077).toBe(0)

      const shelf = join(place.dataDir, `shelf-${version}`)
      const whole = await run('backup.ts', [shelf], env)
      expect(whole).toEqual({ code: 2, said: expect.stringContaining('pg_dump') })
      const files = await run('backup.ts', [shelf, '--files-only'], env)
      expect(files.code, files.said).toBe(0)
      expect(readdirSync(shelf)).toHaveLength(1)
      expect(statSync(shelf).mode & 0o077).toBe(0)
    },
  )
