import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { isRunning } from '#server/kernel/database/process-identity.ts'
import { askMachine } from '#tests/helpers/archive/ask-machine.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'

const SLOW = 60_000
const CALLED = 'READROOM'
/** The children of a process are readable on Linux only. */
const canSee = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

let place: ReturnType<typeof makeDataDir>
let db: TestDatabase
let server: ServerProcess
let address: string
let port: number
let aet: string
/** A machine that only one test uses. */
let otherAet: string

beforeAll(async () => {
  place = makeDataDir()
  db = await openTestDatabase({ hasDemo: true })
  await ask(
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [SANJEEVANI.id, CALLED],
  )
  const machines = await ask<{ aet: string }>(
    'select aet from machine where client_id = $1 and active and hidden is null order by aet limit 2',
    [SANJEEVANI.id],
  )
  ;[aet = '', otherAet = ''] = machines.map((machine) => machine.aet)
  port = await freePort()
  server = await start()
}, SLOW)
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended
  await db.close()
  place.remove()
})

async function start(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const started = startServerProcess(place.dataDir, {
    env: {
      ...env,
      DATABASE_URL: db.url,
      READROOM_MIGRATION_URL: db.migrationUrl,
      READROOM_WORKLIST_PORT: String(port),
    },
  })
  address = await started.ready
  return started
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return free
}

async function ask<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: db.adminUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the pid of the worklist process, if the server has one now. */
function worklistPid(): number | undefined {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  return children
    .trim()
    .split(' ')
    .map(Number)
    .find((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worklist'))
}

const health = async () => (await fetch(`${address}/healthz`)).json() as Promise<Record<string, string>>

/** Queries as a machine until it gets an answer; real machines also try again. */
async function askUntilAnswered(): Promise<void> {
  for (let left = 100; ; left -= 1)
    try {
      await askMachine({ port, aet, called: CALLED })
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(100)
    }
}

describe.skipIf(!canSee)('the worklist of machines', () => {
  test('runs in its own process, with a memory limit and without the server’s settings', async () => {
    await askMachine({ port, aet, called: CALLED })
    expect((await health()).worklist).toBe('running')
    const pid = worklistPid() ?? 0
    expect(pid).not.toBe(0)
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--max-old-space-size=')
    const env = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(env).not.toMatch(/(^|\0)(READROOM_|DATABASE_URL)/)
    expect(env + readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('postgres://')
  })

  test('hangs or dies without the web server, and soon responds again', { timeout: SLOW }, async () => {
    const first = worklistPid() ?? 0
    // From outside, a stopped process looks like an endless computation: it holds its port and sends nothing.
    process.kill(first, 'SIGSTOP')
    for (let n = 0; n < 20; n += 1)
      expect(await health()).toMatchObject({ status: 'ok', database: 'answers' })
    process.kill(first, 'SIGKILL')
    const began = performance.now()
    const seen = new Set<string>()
    const waiting = new AbortController()
    const back = askUntilAnswered().then(() => waiting.abort())
    while (!waiting.signal.aborted) {
      const { status = '', worklist = '' } = await health()
      expect(status).toBe('ok')
      seen.add(worklist)
      await pause(20)
    }
    await back
    expect(performance.now() - began).toBeLessThan(15_000)
    expect([...seen]).toEqual(expect.arrayContaining(['stopped']))
    expect((await health()).worklist).toBe('running')
    const second = worklistPid() ?? 0
    expect(second).not.toBe(first)
    expect(isRunning(first)).toBe(false)
    expect(server.said()).toMatch(/"how":"SIGKILL".*the worklist of the machines ended and is started again/)
    expect(server.said()).toContain('the worklist of the machines is back')
  })

  test('its findings and notes are kept when the server stops in order', { timeout: SLOW }, async () => {
    const question = {
      port,
      aet: otherAet,
      called: CALLED,
      step: { ScheduledProcedureStepStartDate: '20301231' },
    }
    for (let n = 0; n < 3; n += 1) expect(await askMachine(question)).toBe(0)
    const pid = worklistPid() ?? 0
    const before = server.said().length
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(isRunning(pid)).toBe(false)
    expect(await ask('select asked from machine_profile where aet = $1', [otherAet])).toEqual([{ asked: 3 }])
    const [noted] = await ask<{ peer: string; times: number; outcome: string; raw: string }>(
      `select p.name as peer, e.times, e.outcome, e.raw from exchange e
       join exchange_peer p on p.client_id = e.client_id and p.id = e.peer_id
       where p.name = $1`,
      [otherAet],
    )
    expect(noted).toMatchObject({ peer: otherAet, times: 3, outcome: 'ok' })
    // The process seals the content to the server's key; it has only the public half.
    expect(noted?.raw).toMatch(/^\$sealed\$/)
    expect(server.said().slice(before)).toBe('')
    server = await start()
  })

  test('it ends with a killed server and frees its port', { timeout: SLOW }, async () => {
    const pid = worklistPid() ?? 0
    server.kill('SIGKILL')
    await server.ended
    for (let left = 100; left > 0 && isRunning(pid); left -= 1) await pause(100)
    expect(isRunning(pid)).toBe(false)
    server = await start()
    await askMachine({ port, aet, called: CALLED })
  })
  test('it also ends during an endless computation when the server is killed', {
    timeout: 2 * SLOW,
  }, async () => {
    server.kill('SIGTERM')
    await server.ended
    // A signal starts an endless loop in the process: it receives no messages any more.
    const hang = encodeURIComponent('process.on("SIGUSR2",()=>{for(;;);})')
    server = await start({ NODE_OPTIONS: `--import=data:text/javascript,${hang}` })
    await askMachine({ port, aet, called: CALLED })
    const pid = worklistPid() ?? 0
    process.kill(pid, 'SIGUSR2')
    await pause(300)
    // The hanging process keeps its output open: the test does not wait for it.
    server.kill('SIGKILL')
    try {
      for (let left = 200; left > 0 && isRunning(pid); left -= 1) await pause(100)
      expect(isRunning(pid)).toBe(false)
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    }
    server = await start()
    await askMachine({ port, aet, called: CALLED })
  })
})
