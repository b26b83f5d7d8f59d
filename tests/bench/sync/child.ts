import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server in a separate process that can be killed and started again on the same data and port. */
export interface RestartableServer {
  url: string
  /** kill -9. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const READY_WITHIN_MS = 30_000

/** Starts `script` (which prints `ready at URL`) with `args` followed by a port. */
export async function startChild(script: string, args: readonly string[]): Promise<RestartableServer> {
  let running = await run(script, [...args, '0'])
  const { url } = running
  return {
    url,
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      running = await run(script, [...args, new URL(url).port])
    },
    stop: () => running.end('SIGTERM'),
  }
}

async function run(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const leave = () => child.kill('SIGKILL')
  process.once('exit', leave)
  void ended.then(() => process.off('exit', leave))
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const url = /ready at (\S+)/.exec(said)?.[1]
        if (url) resolve(url)
      })
    child.on('exit', () => reject(new Error(`${script} ended: ${said}`)))
    setTimeout(() => reject(new Error(`${script} did not start: ${said}`)), READY_WITHIN_MS).unref()
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { url: await ready.catch((error: unknown) => end('SIGKILL').then(() => Promise.reject(error))), end }
}
