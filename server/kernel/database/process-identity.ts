import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns true if a process with this id is running, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the command line of a process, or '' if it is gone or the system does not reveal it. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const [command = '', ...args] =
      process.platform === 'win32'
        ? ['tasklist', '/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
        : ['ps', '-p', String(pid), '-o', 'args=']
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/**
 * Distinguishes a process from a later one with the same id (ids are reused after a reboot): returns its
 * start time on Linux, else ''.
 */
export function startOf(pid: number): string {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S )/)
    return fields.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
