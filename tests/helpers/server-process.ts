import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSignIns } from '#server/features/demo/load-demo.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Only this machine, any free port, an embedded database, a log without a line for each call, and the
 * partners of the tests on this machine.
 */
export const QUIET = {
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: '',
  READROOM_LOG: 'warn',
  READROOM_LOOPBACK: 'all',
}

/** A server as a separate process. */
export interface ServerProcess {
  pid: number
  /** Returns its output so far. */
  said: () => string
  /** Resolves with its address once it listens; rejects with its output if it ended before. */
  ready: Promise<string>
  /** Resolves with its exit code; null for a killed one. */
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => void
  /** Closes the pipes of its log. */
  closeLog: () => void
}

/** Starts `server/main.ts` (or another script of ours) on a data directory, on a port that the system chooses. */
export function startServerProcess(
  dataDir: string,
  {
    script = 'server/main.ts',
    args = [],
    env = {},
  }: { script?: string; args?: string[]; env?: NodeJS.ProcessEnv } = {},
): ServerProcess {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET, READROOM_DATA: dataDir, ...env },
    // Through the IPC channel the server ends when its tests end or are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('A server was started without pipes for its log.')
  let text = ''
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const listening = new Promise<string>((done) => {
    stdout.on('data', () => {
      const address = /ready at (\S+)/.exec(text)?.[1]
      if (address) done(address)
    })
  })
  const ready = Promise.race([
    listening,
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}: ${text}`))),
  ])
  // Prevents an unhandled rejection if nobody waits for it.
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    said: () => text,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
    closeLog: () => {
      for (const stream of [stdout, stderr]) stream.destroy()
    },
  }
}

/** Makes a folder for a server's data that PostgreSQL may enter; returns it with the function that removes it. */
export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'readroom-server-'))
  chmodSync(dataDir, 0o755)
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Signs in as one of the demo's people and returns the token. */
export async function signInAsDemo(address: string, username: string): Promise<string> {
  const password = demoSignIns.find((person) => person.username === username)?.password
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`${username} could not sign in: ${answer.status}`)
  return token
}

/** Returns the address of a running server's embedded database, as its superuser, for checks of the stored data. */
export function adminUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8')
  return `postgres://postgres:${password}@/readroom?host=${encodeURIComponent(join(dataDir, 'socket'))}`
}

/** Returns the process id of the embedded database, from its own file; undefined if there is none. */
export function findPostmaster(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}
