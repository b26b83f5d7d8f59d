import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { LoggedError } from '#server/kernel/http/log.ts'
import type { RunningProcess } from './keep-running.ts'
import { type FromWorklist, readMessage, type ToWorklist, type WorklistTask } from './messages.ts'

const PROGRAM = join(import.meta.dirname, 'process.ts')
/** JavaScript heap; network buffers are outside of it and bounded by the number of connections. */
const HEAP_MB = 256
const START_TIMEOUT_MS = 60_000
/** The process itself gives up earlier. */
const STOP_TIMEOUT_MS = 10_000

export interface WorklistStart {
  task: WorklistTask
  /** Called with each failure in it, and how many times it occurred. */
  onFailure: (failure: LoggedError, times: number) => void
  /** Aborts a running start. */
  signal?: AbortSignal
  beat?: Beat
}

/** How often a process is pinged, and after how many unanswered pings it is killed. */
export interface Beat {
  everyMs: number
  missedMax: number
}

const BEAT: Beat = { everyMs: 5_000, missedMax: 4 }

/** Starts the worklist process and waits until it listens. Throws its startup error, with the system's code. */
export async function startWorklistProcess({
  task,
  onFailure,
  signal,
  beat = BEAT,
}: WorklistStart): Promise<RunningProcess> {
  const child = fork(PROGRAM, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: withoutOurSettings(process.env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const say = (message: ToWorklist) => {
    if (child.connected) child.send(message, () => undefined)
  }
  const pulse = new Pulse(child, say, beat)
  const first = new Promise<FirstWord>((done) => {
    child.on('message', (raw) => {
      const message = readMessage(raw)
      if (message?.kind === 'pong') pulse.answered()
      else if (message?.kind === 'failed') onFailure(message.failure, message.times)
      else if (message) done(message)
    })
  })
  const ended = new Promise<string>((done) => {
    child.once('exit', (code, signal) => {
      const how = signal ?? `exit code ${code}`
      done(pulse.isLost ? `${how}, because it did not answer any more` : how)
    })
    child.once('error', (error) => done(error.message))
  })
  void ended.then(() => pulse.stop())
  say({ kind: 'start', task })
  const giveUp = () => child.kill('SIGKILL')
  const timer = setTimeout(giveUp, START_TIMEOUT_MS)
  signal?.addEventListener('abort', giveUp)
  const word = await Promise.race([first, ended])
  clearTimeout(timer)
  signal?.removeEventListener('abort', giveUp)
  if (typeof word === 'string') throw new Error(`The process of the worklist ended with ${word}.`)
  if (word.kind === 'refused') {
    await ended
    throw Object.assign(new Error(word.message), word.code === undefined ? {} : { code: word.code })
  }
  pulse.start()
  return { pid: child.pid, ended, stop: () => stopProcess(child, say, ended) }
}

type FirstWord = Extract<FromWorklist, { kind: 'listening' | 'refused' }>

async function stopProcess(
  child: ChildProcess,
  say: (message: ToWorklist) => void,
  ended: Promise<unknown>,
): Promise<void> {
  say({ kind: 'stop' })
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** Pings a process, and kills one that no longer answers. */
class Pulse {
  readonly #child: ChildProcess
  readonly #say: (message: ToWorklist) => void
  readonly #beat: Beat
  #timer: NodeJS.Timeout | undefined
  // Counted in pings, not time: a server that slept must not find a silent process when it wakes.
  #missed = 0
  isLost = false

  constructor(child: ChildProcess, say: (message: ToWorklist) => void, beat: Beat) {
    this.#child = child
    this.#say = say
    this.#beat = beat
  }

  start(): void {
    this.#timer = setInterval(() => this.#ask(), this.#beat.everyMs)
    this.#timer.unref()
  }

  answered(): void {
    this.#missed = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #ask(): void {
    if (this.#missed >= this.#beat.missedMax) {
      this.isLost = true
      this.#child.kill('SIGKILL')
      return
    }
    this.#missed += 1
    this.#say({ kind: 'ping' })
  }
}

/** This process does not need the passwords among the server's settings. */
function withoutOurSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('READROOM_') && name !== 'DATABASE_URL'),
  )
}
