import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Account } from './binaries.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
const LAST_WORDS_LENGTH = 4_000

/** Where one PostgreSQL runs and how it listens: `port` on loopback on Windows, elsewhere only the unix socket. */
export interface PostgresLocation {
  native: string
  cluster: string
  socketDir: string
  port: number | undefined
  account: Account | undefined
  /** Settings in addition to those of the cluster, as `name=value`. */
  settings: readonly string[]
}

/** One running postgres. */
export interface PostgresProcess {
  pid: number | undefined
  /** Resolves with its last output once it has ended, for whatever reason. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Starts postgres and waits until it accepts connections; throws with its last output if it does not. */
export async function startPostgres(place: PostgresLocation): Promise<PostgresProcess> {
  const child = spawnPostgres(place)
  let words = ''
  const ready = new Promise<'ready'>((done) => {
    // log_min_messages below keeps statements and their values out of this output.
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-LAST_WORDS_LENGTH)
      if (words.includes('ready to accept connections')) done('ready')
    })
  })
  const ended = new Promise<string>((done) => {
    child.once('exit', () => done(words.trim()))
    child.once('error', (error) => done(error.message))
  })
  const timer = setTimeout(() => child.kill('SIGQUIT'), START_TIMEOUT_MS)
  const first = await Promise.race([ready, ended])
  clearTimeout(timer)
  if (first !== 'ready') throw new Error(`PostgreSQL did not start: ${first}`)
  return { pid: child.pid, ended, stop: () => stopPostgres(place, child, ended) }
}

function spawnPostgres(place: PostgresLocation): ChildProcess {
  const { native, cluster, socketDir, port, account } = place
  const listen = port === undefined ? ['-h', '', '-k', socketDir] : ['-h', '127.0.0.1', '-p', String(port)]
  // The application reports statement errors itself; in the log they would contain patient data.
  const settings = ['log_min_messages=log', 'log_min_error_statement=panic', ...place.settings]
  const postgres = [join(native, 'bin', 'postgres'), '-D', cluster, ...listen]
  for (const setting of settings) postgres.push('-c', setting)
  const tied = canTieLife()
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  const [command = '', ...args] = tied ? ['setpriv', ...identity, '--pdeathsig=INT', ...postgres] : postgres
  return spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
    // Ctrl+C in the terminal reaches the whole process group; the server decides when its database stops.
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(tied ? {} : account),
  })
}

/** Returns true if util-linux can tie postgres to our process: it then stops cleanly even after our kill -9. */
function canTieLife(): boolean {
  if (process.platform !== 'linux') return false
  try {
    return execFileSync('setpriv', ['--help'], { encoding: 'utf8' }).includes('--pdeathsig')
  } catch {
    return false
  }
}

async function stopPostgres(
  { native, cluster }: PostgresLocation,
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // Windows has no signals: pg_ctl reaches postgres through its own channel.
  if (process.platform === 'win32')
    spawnSync(join(native, 'bin', 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast'], { windowsHide: true })
  else child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
