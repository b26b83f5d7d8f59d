import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real server of its own, on a free port of loopback, with an embedded database and the demo data. */
export interface RunningServer {
  url: string
  dataDir: string
  /** Ends the process as a crash would (kill -9), without a goodbye. */
  kill: () => Promise<void>
  /** Starts again on the same data and the same port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => {
    probe.listen(0, '127.0.0.1', done)
  })
  const address = probe.address()
  await new Promise((done) => {
    probe.close(done)
  })
  if (address === null || typeof address === 'string') throw new Error('no port to be had on loopback')
  return address.port
}

async function untilHealthy(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${log()}`)
    const healthy = await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) return
    await new Promise((later) => {
      setTimeout(later, 100)
    })
  }
  throw new Error(`the server did not come up:\n${log()}`)
}

const ended = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done()
    else child.once('exit', () => done())
  })

/** Starts `server/main.ts` with `npm start`'s environment; the client must have been built (scripts/test.mjs does). */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'readroom-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  let text = ''
  let child: ChildProcess
  const start = async () => {
    child = spawn(process.execPath, ['server/main.ts'], {
      env: { ...process.env, PORT: String(port), READROOM_DATA: dataDir, DATABASE_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await untilHealthy(url, child, () => text)
  }
  await start()
  return {
    url,
    dataDir,
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    restart: start,
    stop: async () => {
      child.kill('SIGTERM')
      await ended(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
