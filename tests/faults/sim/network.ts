import type { syncCalls } from '#contract/calls/sync.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import { madeUp, refusedBy } from './made-up.ts'
import { enterServer } from './quiet.ts'
import type { Answered, LabServer } from './server.ts'
import { ServerGoneError } from './server.ts'
import { Streams } from './streams.ts'
import { type Owner, runAs, type VirtualTime } from './time.ts'

/** The fault of one request, and its target. */
export type NetworkFault =
  | { kind: 'lost request' }
  | { kind: 'lost answer' }
  /** No response arrives, not even a broken connection: the device must time out. */
  | { kind: 'silence'; isDone: boolean }
  | { kind: 'cut answer' }
  /** The server receives it twice at once. */
  | { kind: 'twice' }
  /** The server receives it once more, much later. */
  | { kind: 'late copy'; afterMs: number }
  | { kind: 'slow'; requestMs: number; answerMs: number }
  /** A response in the server's place, or of the server without any effect. */
  | { kind: 'status'; status: number; code: string; retryAfter?: number }
  | { kind: 'hotel page' }
  /** Each change of a delivery gets this result. */
  | { kind: 'each'; code: ErrorCode }

/** The requests that a fault matches. */
export type FaultTarget = 'commands' | 'pull' | 'any'

export interface PlannedFault {
  fault: NetworkFault
  on: FaultTarget
}

/** The connection of one device to the server. */
export interface Line {
  /** Nothing passes. */
  isCut: boolean
  faults: PlannedFault[]
}

/** A tab as its network sees it. */
export interface Caller extends Owner {
  line: Line
  /** Its reader. */
  reader: string
  /** A point of death: before a request is sent, after its response arrived. */
  step: () => void
}

/** Handles a request and its response between network and server; used by twins. */
export type Handle = (url: string, init: RequestInit) => Promise<Answered>

const LATENCIES_MS = [5, 10, 20, 20, 40, 80, 300]
const EVER_MS = 1_000_000_000

/** All connections of one schedule between its devices and the server. */
export class Network {
  readonly time: VirtualTime
  readonly #handle: Handle
  readonly #server: LabServer
  readonly random: () => number
  readonly streams = new Streams()
  /** Scopes that pulls have granted so far, by reader. */
  readonly granted = new Map<string, Set<string>>()
  /** Repeated copies in flight belong to no tab. */
  readonly #self: Owner
  readonly counts = new Map<string, number>()
  requests = 0
  readonly #flights = new Set<{ caller: Caller }>()
  /** Commands that were refused by the server, or in its place. */
  readonly refused = new Set<string>()

  constructor(time: VirtualTime, server: LabServer, random: () => number, handle?: Handle) {
    this.time = time
    this.#server = server
    this.#handle = handle ?? ((url, init) => server.handle(url, init))
    this.random = random
    this.#self = { time, isFrozen: false, isDead: false }
  }

  /** Returns the fetch port of a tab. */
  fetchOf(caller: Caller): (url: string, init: RequestInit) => Promise<Response> {
    return (url, init) => {
      const flight = { caller }
      this.#flights.add(flight)
      const answer = this.#fetch(caller, url, init)
      const ended = init.signal ? withAbort(answer, init.signal) : answer
      return ended.finally(() => this.#flights.delete(flight))
    }
  }

  /** Opens the stream of a tab: the server's own, if network and server work. */
  streamOf(caller: Caller, url: string, init: RequestInit): Promise<Response> {
    return withAbort(this.#openStream(caller, url, init), init.signal ?? new AbortController().signal)
  }

  /** Whether a request is still in flight. */
  get isBusy(): boolean {
    return [...this.#flights].some(({ caller }) => !caller.isDead)
  }

  end(): void {
    this.streams.breakAll()
    this.#self.isDead = true
    this.time.forget(this.#self)
  }

  async #fetch(caller: Caller, url: string, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted()
    caller.step()
    this.requests += 1
    const fault = this.#takeFault(caller.line, url)
    if (fault) this.counts.set(nameOf(fault), (this.counts.get(nameOf(fault)) ?? 0) + 1)
    await this.time.pause(caller, this.#latency() + (fault?.kind === 'slow' ? fault.requestMs : 0))
    const answered = await this.#carry(caller, url, init, fault)
    for (const id of refusedBy(init, answered)) this.refused.add(id)
    await this.time.pause(caller, this.#latency() + (fault?.kind === 'slow' ? fault.answerMs : 0))
    if (caller.line.isCut) throw broken()
    caller.step()
    return new Response(answered.body, { status: answered.status, headers: answered.headers })
  }

  async #openStream(caller: Caller, url: string, init: RequestInit): Promise<Response> {
    const latency = () => this.#latency()
    await this.time.pause(caller, latency())
    if (caller.line.isCut) throw broken()
    const stream = await this.#atServer(() => this.#server.listen(url, init, this.time))
    init.signal?.throwIfAborted()
    return this.streams.open(caller, stream, { signal: init.signal, latency })
  }

  async #carry(
    caller: Caller,
    url: string,
    init: RequestInit,
    fault: NetworkFault | undefined,
  ): Promise<Answered> {
    if (caller.line.isCut || fault?.kind === 'lost request') throw broken()
    if (fault?.kind === 'silence' && !fault.isDone) await this.time.pause(caller, EVER_MS)
    const made = fault && madeUp(fault, init)
    if (made) return made
    if (fault?.kind === 'twice') void this.#ask(url, init).catch(() => undefined)
    if (fault?.kind === 'late copy')
      this.time.set(this.#self, () => void this.#ask(url, init).catch(() => undefined), fault.afterMs)
    const answered = await this.#ask(url, init)
    this.#noteGranted(caller, url, answered)
    if (fault?.kind === 'lost answer') throw broken()
    if (fault?.kind === 'silence') await this.time.pause(caller, EVER_MS)
    if (fault?.kind !== 'cut answer') return answered
    return { ...answered, body: answered.body.slice(0, Math.floor(answered.body.length * this.random())) }
  }

  #ask(url: string, init: RequestInit): Promise<Answered> {
    return this.#atServer(() => this.#handle(url, init))
  }

  // Runs on the server by the real clock, without an owner.
  async #atServer<T>(work: () => Promise<T>): Promise<T> {
    const leave = enterServer()
    try {
      return await runAs(undefined, work)
    } catch (error) {
      throw error instanceof ServerGoneError ? broken() : error
    } finally {
      leave()
    }
  }

  #noteGranted({ reader }: Caller, url: string, { status, body }: Answered): void {
    if (!url.includes('sync/pull') || status !== 200) return
    const { granted } = JSON.parse(body) as OutputOf<typeof syncCalls.pull>
    const known = this.granted.get(reader) ?? new Set()
    this.granted.set(reader, known)
    for (const scope of granted) known.add(scope)
  }

  #takeFault({ faults }: Line, url: string): NetworkFault | undefined {
    const place = faults.findIndex(({ on }) => isMeant(on, url))
    return place < 0 ? undefined : faults.splice(place, 1)[0]?.fault
  }

  #latency(): number {
    return LATENCIES_MS[Math.floor(this.random() * LATENCIES_MS.length)]!
  }
}

const broken = () => new TypeError('fetch failed')

const nameOf = (fault: NetworkFault) => (fault.kind === 'status' ? String(fault.status) : fault.kind)

// A probe of the server's health is not a target of faults.
function isMeant(on: FaultTarget, url: string): boolean {
  if (url.includes('sync/hello')) return false
  if (on === 'commands') return url.includes('sync/commands') || url.includes('sync/deliver')
  return on === 'any' || url.includes('sync/pull')
}

function withAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
