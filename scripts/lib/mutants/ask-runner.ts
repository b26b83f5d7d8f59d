import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

type Told = { failure?: string } | { problem: string } | { near: number }

/** What the tests said of the file as it stands in the copy now; `failure` names the test that noticed. */
export type Verdict = { kind: 'noticed'; failure: string } | { kind: 'survived' } | { kind: 'timed out' }

/** A process that keeps the tests of one file ready. */
export interface Runner {
  /** Test files that import the file: they are asked first. */
  near: number
  ask: (timeoutMs: number) => Promise<Verdict>
  stop: () => void
}

/** Starts it in the copy. Throws where the tests cannot be made ready. */
export async function startRunner(home: string, path: string, testsMax: number): Promise<Runner> {
  const child = fork(join(home, 'scripts/lib/mutants/test-runner.ts'), [home, path, String(testsMax)], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A group of its own: what it started ends with it.
    detached: true,
  })
  const stop = () => end(child)
  // Whoever is interrupted while it is being made ready has no runner to stop yet; it goes ahead of what it would write into.
  process.prependOnceListener('exit', stop)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2_000)
  })
  const ready = await told(child, undefined).catch((error: unknown) => {
    throw new Error(`the tests do not start: ${String(error)}\n${said}`)
  })
  if (!ready || !('near' in ready)) throw new Error('the tests do not start')
  return {
    ...ready,
    stop,
    ask: async (timeoutMs) => {
      child.send('run')
      const answer = await told(child, timeoutMs)
      if (!answer) {
        // It turns in a circle, and hears nothing any more.
        stop()
        return { kind: 'timed out' }
      }
      if ('problem' in answer) throw new Error(answer.problem)
      return 'failure' in answer && answer.failure !== undefined
        ? { kind: 'noticed', failure: answer.failure }
        : { kind: 'survived' }
    },
  }
}

function told(child: ChildProcess, timeoutMs: number | undefined): Promise<Told | undefined> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => leave(() => resolve(undefined)), timeoutMs)
    const leave = (then: () => void) => {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', gone)
      then()
    }
    const hear = (message: unknown) => leave(() => resolve(message as Told))
    const gone = (code: number | null) => leave(() => reject(new Error(`the tests ended with ${code}`)))
    child.once('message', hear)
    child.once('exit', gone)
  })
}

function end({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
