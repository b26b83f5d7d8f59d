/** A fault of the HTTP responses to some calls, applied in the proxy. */
export interface AnswerFault {
  /** Matches the calls by their path and query. */
  to: RegExp
  /** The number of bytes of the response body that pass; with 'nothing', not even the head passes. */
  after: number | 'nothing'
  /** After that the connection is cut, or nothing more is sent until `release`. */
  ending: 'cut' | 'stall'
  /** The number of faulty responses; the others pass. Absent: all are faulty. */
  times?: number
}

/** An active fault. */
export interface AnswerFaultRun {
  /** The number of responses affected so far. */
  readonly hits: number
  /** Sends the stalled bytes and ends the fault. */
  release(): void
}

/** The connection's remaining way of a response. */
interface Line {
  write(bytes: Buffer): void
  cut(): void
}

const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^[A-Z]{3,7} (\/\S*) HTTP\/1\.1\r\n/

/** Faults of responses, shared by all connections of a proxy: the first that matches a call is applied. */
export class AnswerFaults {
  readonly #running = new Set<Run>()

  add(fault: AnswerFault): AnswerFaultRun {
    const run = new Run(fault, () => this.#running.delete(run))
    this.#running.add(run)
    return run
  }

  /** Watches a connection: which call it carries, and how much of the response may pass. */
  watch(line: Line): { request(bytes: Buffer): void; answer(bytes: Buffer): void } {
    let answer: Answer | undefined
    return {
      // A browser sends the next request only after the previous response: each request begins a new chunk.
      request: (bytes) => {
        const path = REQUEST_LINE.exec(bytes.toString('latin1', 0, 4_096))?.[1]
        if (path !== undefined) answer = new Answer(this.#meet(path), line)
      },
      answer: (bytes) => (answer ? answer.take(bytes) : line.write(bytes)),
    }
  }

  #meet(path: string): Run | undefined {
    return [...this.#running].find((run) => run.meets(path))
  }
}

class Run implements AnswerFaultRun {
  readonly fault: AnswerFault
  readonly #end: () => void
  readonly #held = new Set<() => void>()
  #left: number
  #hits = 0
  #isReleased = false

  constructor(fault: AnswerFault, end: () => void) {
    this.fault = fault
    this.#end = end
    this.#left = fault.times ?? Number.POSITIVE_INFINITY
  }

  get hits(): number {
    return this.#hits
  }

  /** Returns true, and counts the call, if the fault matches it and has responses left. */
  meets(path: string): boolean {
    if (this.#left === 0 || !this.fault.to.test(path)) return false
    this.#left -= 1
    return true
  }

  hit(): void {
    this.#hits += 1
  }

  /** Holds a response until the release; one that arrives after it passes at once, though its call was made before. */
  hold(pass: () => void): void {
    if (this.#isReleased) pass()
    else this.#held.add(pass)
  }

  release(): void {
    this.#isReleased = true
    this.#end()
    this.#left = 0
    for (const pass of this.#held) pass()
    this.#held.clear()
  }
}

/** One response on its way to the client. */
class Answer {
  readonly #run: Run | undefined
  readonly #line: Line
  #head = ''
  #passed = 0
  #state: 'passing' | 'cut' | 'stalled' = 'passing'
  readonly #stalled: Buffer[] = []

  constructor(run: Run | undefined, line: Line) {
    this.#run = run
    this.#line = line
  }

  take(bytes: Buffer): void {
    if (this.#state === 'stalled') this.#stalled.push(bytes)
    if (this.#state !== 'passing') return
    const room = this.#roomFor(bytes)
    this.#line.write(bytes.subarray(0, room))
    if (this.#run && room < bytes.length) this.#fail(this.#run, bytes.subarray(room))
  }

  /** Returns how many of these bytes may pass; if fewer than all, the fault begins here. */
  #roomFor(bytes: Buffer): number {
    if (!this.#run) return bytes.length
    const { after } = this.#run.fault
    if (after === 'nothing') return 0
    const headLeft = this.#headIn(bytes)
    const body = bytes.length - headLeft
    const room = Math.min(body, after - this.#passed)
    this.#passed += room
    return headLeft + room
  }

  /** Returns how many of these bytes belong to the head of the response. */
  #headIn(bytes: Buffer): number {
    const before = this.#head.length
    if (this.#head.endsWith(HEAD_END)) return 0
    const text = this.#head + bytes.toString('latin1')
    const end = text.indexOf(HEAD_END)
    this.#head = end < 0 ? text : text.slice(0, end + HEAD_END.length)
    return this.#head.length - before
  }

  #fail(run: Run, rest: Buffer): void {
    run.hit()
    if (run.fault.ending === 'cut') {
      this.#state = 'cut'
      return this.#line.cut()
    }
    this.#state = 'stalled'
    this.#stalled.push(rest)
    run.hold(() => {
      this.#state = 'passing'
      this.#line.write(Buffer.concat(this.#stalled))
    })
  }
}
