import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isRunning } from '#server/kernel/database/process-identity.ts'
import {
  adminUrlOf,
  findPostmaster,
  makeDataDir,
  type ServerProcess,
  signInAsDemo,
  startServerProcess,
} from '#tests/helpers/server-process.ts'

const SLOW = 90_000
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

async function countStudies(): Promise<number> {
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from study')
  await client.end()
  return rows[0]?.n ?? 0
}

/** Waits until the server of the test's folder has ended, with its database. */
async function expectServerGone(): Promise<void> {
  for (let left = 200; left > 0 && existsSync(join(place.dataDir, 'server.lock')); left--) await pause(100)
  expect(existsSync(join(place.dataDir, 'server.lock'))).toBe(false)
  expect(findPostmaster(place.dataDir)).toBeUndefined()
}

test('the first start creates the database, loads the demo and lists the sign-ins', {
  timeout: SLOW,
}, async () => {
  const server = start()
  const address = await server.ready
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(server.said()).toMatch(/dr\.mehta\s+\S+\s+senior radiologist/)
  expect(await countStudies()).toBeGreaterThan(100)
})

test('a second server on the same data is refused in plain words, and the first continues', {
  timeout: SLOW,
}, async () => {
  const first = start()
  const address = await first.ready
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(`Another Readroom server (process ${first.pid}) is using ${place.dataDir}`)
  expect(second.said()).not.toContain('    at ')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the server and its database in order',
  { timeout: SLOW },
  async (signal) => {
    const server = start()
    await server.ready
    const postmaster = findPostmaster(place.dataDir) ?? 0
    expect(isRunning(postmaster)).toBe(true)
    server.kill(signal)
    expect(await server.ended).toBe(0)
    expect(isRunning(postmaster)).toBe(false)
    expect(findPostmaster(place.dataDir)).toBeUndefined()
    expect(existsSync(join(place.dataDir, 'server.lock'))).toBe(false)
  },
)

test('open streams do not delay the server’s stop', { timeout: SLOW }, async () => {
  const server = start()
  const address = await server.ready
  const token = await signInAsDemo(address, 'dr.mehta')
  const stream = await fetch(`${address}/api/sync/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const began = performance.now()
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // Well before the time after which the remaining connections are closed.
  expect(performance.now() - began).toBeLessThan(8_000)
  await expect(stream.text()).resolves.toEqual(expect.any(String))
})

test('an idle connection does not delay the server’s stop', {
  timeout: SLOW,
}, async () => {
  const server = start()
  const { hostname, port } = new URL(await server.ready)
  // Browsers open such connections in advance.
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const began = performance.now()
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(8_000)
  silent.destroy()
})

test('a log without a reader does not stop the server', { timeout: SLOW }, async () => {
  const server = start()
  const address = await server.ready
  server.closeLog()
  const postmaster = findPostmaster(place.dataDir)
  if (!postmaster) throw new Error('The database wrote no process number.')
  process.kill(postmaster, 'SIGKILL')
  // The end and the restart of the database are logged.
  await expect
    .poll(async () => (await fetch(`${address}/healthz`)).status, { timeout: 30_000, interval: 20 })
    .toBe(503)
  await expect
    .poll(async () => (await fetch(`${address}/healthz`)).status, { timeout: 30_000, interval: 250 })
    .toBe(200)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('killed tests take their server with them', { timeout: SLOW }, async () => {
  const tests = start({ script: 'tests/server/main/killed-tests.ts', args: [place.dataDir] })
  expect(await tests.ended).toBeNull()
  await expectServerGone()
})

test('a port in use is named, and nothing stays behind', { timeout: SLOW }, async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const server = start({ env: { PORT: String(port) } })
  expect(await server.ended).toBe(1)
  expect(server.said()).toContain(
    `Port ${port} of 127.0.0.1 is taken by another program. Choose one by PORT.`,
  )
  expect(findPostmaster(place.dataDir)).toBeUndefined()
  holder.close()
})

test('an invalid setting is refused before anything starts', { timeout: SLOW }, async () => {
  const server = start({ env: { PORT: 'eighty' } })
  expect(await server.ended).toBe(1)
  expect(server.said()).toContain('PORT is not a port: eighty')
})

test('the demo is loaded once: later changes are kept', { timeout: SLOW }, async () => {
  const first = start()
  await first.ready
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  await client.query(`update branch set disclaimer = 'changed by a person'`)
  await client.end()
  const before = await countStudies()
  first.kill('SIGTERM')
  await first.ended
  const second = start()
  await second.ready
  expect(await countStudies()).toBe(before)
  const again = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await again.connect()
  const { rows } = await again.query('select distinct disclaimer from branch')
  await again.end()
  expect(rows).toEqual([{ disclaimer: 'changed by a person' }])
  expect(second.said()).toContain('dr.mehta')
})

test('a demo whose loading was interrupted is loaded again', { timeout: SLOW }, async () => {
  const first = start()
  await first.ready
  const whole = await countStudies()
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  await client.query('truncate report_version, report, study cascade')
  await client.end()
  first.kill('SIGKILL')
  await first.ended
  writeFileSync(join(place.dataDir, 'demo-is-loading'), '')
  await start().ready
  expect(await countStudies()).toBe(whole)
  expect(existsSync(join(place.dataDir, 'demo-is-loading'))).toBe(false)
})

test('--https uses a certificate of the local authority and explains how to trust it', {
  timeout: SLOW,
}, async () => {
  const server = start({ args: ['--https'] })
  const address = await server.ready
  expect(address).toMatch(/^https:/)
  const ca = readFileSync(join(place.dataDir, 'tls', 'authority.crt'), 'utf8')
  const status = await new Promise((done, refuse) => {
    get(`${address}/healthz`, { ca, agent: false }, (answer) => done(answer.resume().statusCode)).once(
      'error',
      refuse,
    )
  })
  expect(status).toBe(200)
  for (const system of ['Windows', 'macOS', 'Debian', 'Firefox']) expect(server.said()).toContain(system)
})

test('a killed launcher takes its server with it', { timeout: SLOW }, async () => {
  const launcher = start({ script: 'scripts/start.mjs', args: ['--no-build'] })
  const address = await launcher.ready
  launcher.kill('SIGKILL')
  await launcher.ended
  await expectServerGone()
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
})
