import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf, isRunning } from './process-identity.ts'

const STOP_TIMEOUT_MS = 20_000
const LOOK_MS = 50

/**
 * Ends a PostgreSQL that a killed server left running on `cluster`, so that two never share the files: it gets a stop
 * signal (as `setpriv --pdeathsig` already sent on Linux), and we wait for it. Throws if it does not stop. If another
 * program has its process id by now, that one is left alone and the pid file is deleted; otherwise PostgreSQL would
 * believe it is still running.
 */
export async function stopOrphanPostgres(cluster: string): Promise<void> {
  const pid = findLeftover(cluster)
  if (pid === undefined) return
  for (const until = Date.now() + STOP_TIMEOUT_MS; isOurs(pid, cluster); await pause(LOOK_MS)) {
    if (Date.now() > until)
      throw new Error(`A PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop.`)
    signal(pid)
  }
  if (isRunning(pid)) rmSync(pidFile(cluster), { force: true })
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

function findLeftover(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(cluster), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

function isOurs(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  const command = commandOf(pid)
  return process.platform === 'win32'
    ? command.includes('postgres.exe')
    : command.includes(`postgres -D ${cluster} `)
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It ended between the check and the signal.
  }
}
