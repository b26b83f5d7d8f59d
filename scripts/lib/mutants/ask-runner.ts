import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Copy } from './copy-tree.ts'

type Told = { failure?: string; loaders?: number } | { problem: string } | { candidates: number }

/** The tests' result for the present files of the copy; `failure` names the test that failed. */
export type Verdict = { loaders: number } & (
  | { kind: 'noticed'; failure: string }
  | { kind: 'survived' }
  | { kind: 'timed out' }
)

/** A process that keeps the tests of some files ready. */
export interface Runner {
  /** Runs the tests that load the file, which has just been changed; runs every test if no file is given. */
  ask: (timeoutMs: number, path?: string) => Promise<Verdict>
  stop: () => void
}

/**
 * Which tests run: those that import the file, those beside it, all that are related to it, or those of a rule, without
 * vitest.
 */
export type Reach = 'own' | 'near' | 'related' | 'plain'

/** Starts it in the copy. Throws if the tests cannot be prepared. */
export async function startRunner(
  { home, temporary }: Copy,
  paths: readonly string[],
  testsMax: number,
  reach: Reach,
): Promise<Runner> {
  const child = fork(
    join(home, 'scripts/lib/mutants', reach === 'plain' ? 'plain-runner.ts' : 'test-runner.ts'),
    [home, reach, String(testsMax), ...paths],
    {
      cwd: home,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A separate process group, so that its children end with it.
      detached: true,
    },
  )
  const stop = () => {
    process.off('exit', stop)
    end(child)
  }
  // If the program is interrupted during the preparation, there is no runner to stop yet; this handler runs
  // before the one that removes the copy.
  process.prependOnceListener('exit', stop)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2_000)
  })
  const ready = await told(child, undefined).catch((error: unknown) => {
    throw new Error(`the tests do not start: ${String(error)}\n${said}`)
  })
  if (!ready || !('candidates' in ready)) throw new Error('the tests do not start')
  return {
    stop,
    ask: async (timeoutMs, path) => {
      child.send({ path })
      const answer = await told(child, timeoutMs)
      if (!answer) {
        // It is in an endless loop and does not receive messages any more.
        stop()
        return { kind: 'timed out', loaders: 0 }
      }
      if ('problem' in answer) throw new Error(answer.problem)
      const { failure, loaders = 0 } = 'candidates' in answer ? {} : answer
      return failure === undefined ? { kind: 'survived', loaders } : { kind: 'noticed', failure, loaders }
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
    // It has ended already.
  }
}
