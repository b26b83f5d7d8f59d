import { AsyncLocalStorage } from 'node:async_hooks'
import { untilQuiet } from './quiet.ts'

/** An owner of timers on the schedule's clock: a tab that can be frozen and killed, or the network. */
export interface Owner {
  time: VirtualTime
  isFrozen: boolean
  /** Whether it is hidden: its timers run at full minutes only. */
  isSlow?: boolean
  isDead: boolean
}

interface Timer {
  at: number
  order: number
  owner: Owner
  run: () => void
  everyMs: number | undefined
  /** Set by code of its owner: not by an outside event, such as a response. */
  isOwn: boolean
}

/** As browsers slow the timers of a page that was hidden for some minutes. */
const SLOW_MS = 60_000

const dueAt = ({ at, owner, isOwn }: Timer) =>
  owner.isSlow && isOwn ? Math.ceil(at / SLOW_MS) * SLOW_MS : at

const owners = new AsyncLocalStorage<Owner | undefined>()

/** Returns the tab whose code is running. */
export const currentOwner = (): Owner | undefined => owners.getStore()

/** Runs code as that of a tab: all timers that follow from it belong to the tab. */
export const runAs = <T>(owner: Owner | undefined, work: () => T): T => owners.run(owner, work)

/**
 * The clock of one schedule. It stops while anything is pending and then jumps to the next timer, so an hour
 * of waiting costs nothing and the order of events is deterministic.
 */
export class VirtualTime {
  now: number
  readonly #timers = new Set<Timer>()
  #orders = 0

  constructor(now: number) {
    this.now = now
  }

  /** Sets a timer for an outside event that reaches `owner` in `ms`. */
  set(owner: Owner, run: () => void, ms: number): Timer {
    return this.#add({ owner, run, everyMs: undefined, isOwn: false }, ms)
  }

  /** Sets a timer of the owner's own code. */
  setOwn(owner: Owner, run: () => void, ms: number, everyMs?: number): Timer {
    return this.#add({ owner, run, everyMs, isOwn: true }, ms)
  }

  #add(timing: Omit<Timer, 'at' | 'order'>, ms: number): Timer {
    const { owner } = timing
    const timer = { ...timing, at: this.now + Math.max(0, ms), order: (this.#orders += 1) }
    if (!owner.isDead) this.#timers.add(timer)
    return timer
  }

  clear(timer: Timer): void {
    this.#timers.delete(timer)
  }

  /** Removes all timers of an owner. */
  forget(owner: Owner): void {
    for (const timer of this.#timers) if (timer.owner === owner) this.#timers.delete(timer)
  }

  /** Resolves once so much time has passed for `owner`. */
  pause(owner: Owner, ms: number): Promise<void> {
    return new Promise((resolve) => this.set(owner, resolve, ms))
  }

  /** Lets `ms` pass; ends early as soon as `isEnough` returns true, which is called whenever nothing is pending. */
  async advance(ms: number, isEnough: () => boolean = () => false): Promise<void> {
    const end = this.now + ms
    for (;;) {
      await untilQuiet()
      if (isEnough()) return
      const next = this.#next()
      if (next === undefined || next > end) break
      this.now = Math.max(this.now, next)
      this.#fire()
    }
    this.now = end
  }

  #due(): Timer[] {
    return [...this.#timers].filter(({ owner }) => !owner.isFrozen)
  }

  #next(): number | undefined {
    const times = this.#due().map(dueAt)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  // Runs all timers of one moment together, so that requests of several devices meet on the server.
  #fire(): void {
    const due = this.#due()
      .filter((timer) => dueAt(timer) <= this.now)
      .sort((a, b) => dueAt(a) - dueAt(b) || a.order - b.order)
    for (const timer of due) {
      if (!this.#timers.has(timer)) continue
      if (timer.everyMs === undefined) this.#timers.delete(timer)
      else timer.at = this.now + Math.max(1, timer.everyMs)
      runAs(timer.owner, timer.run)
    }
  }
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  timeout: AbortSignal.timeout.bind(AbortSignal),
}

const isVirtual = (timer: unknown): timer is Timer =>
  typeof timer === 'object' && timer !== null && 'owner' in timer && 'order' in timer

function clear(timer: unknown): void {
  if (isVirtual(timer)) timer.owner.time.clear(timer)
  else real.clearTimeout(timer as NodeJS.Timeout)
}

type Handler = (...args: unknown[]) => void

/**
 * Moves the timers of tabs to their schedule's clock; other code (server, database driver, test runner) keeps
 * the real ones. Returns the function that restores everything.
 */
export function takeOverTimers(): () => void {
  const set = (isRepeated: boolean) =>
    ((run: Handler, ms = 0, ...args: unknown[]) => {
      const owner = currentOwner()
      if (!owner) return (isRepeated ? real.setInterval : real.setTimeout)(run, ms, ...args)
      return owner.time.setOwn(owner, () => run(...args), ms, isRepeated ? ms : undefined)
    }) as unknown as typeof setTimeout
  const timeout = (ms: number) => {
    const owner = currentOwner()
    if (!owner) return real.timeout(ms)
    const ending = new AbortController()
    owner.time.setOwn(owner, () => ending.abort(new DOMException('too long', 'TimeoutError')), ms)
    return ending.signal
  }
  const install = (functions: Record<string, unknown>, signalTimeout: typeof AbortSignal.timeout) => {
    Object.assign(globalThis, functions)
    AbortSignal.timeout = signalTimeout
  }
  install(
    { setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear },
    timeout,
  )
  const { timeout: realTimeout, ...functions } = real
  return () => install(functions, realTimeout)
}
