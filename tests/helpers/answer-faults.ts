/** What goes wrong with the answers to some calls of HTTP, on their way through the proxy. */
export interface AnswerFault {
  /** The calls, by their path with what is asked behind it. */
  to: RegExp
  /** So many bytes of the answer's body pass; or not even its head does. */
  after: number | 'nothing'
  /** Then the connection is cut, or nothing more comes until it is released. */
  ending: 'cut' | 'stall'
  /** So many answers go wrong, the others pass; all of them where it is absent. */
  times?: number
}

/** A fault at work. */
export interface AnswerFaultRun {
  /** How many answers it hit so far. */
  readonly hits: number
  /** Lets what was stalled pass after all, and hits nothing any more. */
  release(): void
}

/** The part of a connection that an answer still has to take. */
interface Line {
  write(bytes: Buffer): void
  cut(): void
}

const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^[A-Z]{3,7} (\/\S*) HTTP\/1\.1\r\n/

/** Faults of answers, one for all connections of a proxy: the first that fits a call meets it. */
export class AnswerFaults {
  readonly #running = new Set<Run>()

  add(fault: AnswerFault): AnswerFaultRun {
    const run = new Run(fault, () => this.#running.delete(run))
    this.#running.add(run)
    return run
  }

  /** Watches a connection: which call it carries, and what of the answer may pass. */
  watch(line: Line): { request(bytes: Buffer): void; answer(bytes: Buffer): void } {
    let answer: Answer | undefined
    return {
      // A browser sends the next request only after the answer before it: each begins a piece of its own.
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

  constructor(fault: AnswerFault, end: () => void) {
    this.fault = fault
    this.#end = end
    this.#left = fault.times ?? Number.POSITIVE_INFINITY
  }

  get hits(): number {
    return this.#hits
  }

  /** Takes the call on, if it is one of its own and not all are done. */
  meets(path: string): boolean {
    if (this.#left === 0 || !this.fault.to.test(path)) return false
    this.#left -= 1
    return true
  }

  hit(): void {
    this.#hits += 1
  }

  hold(pass: () => void): void {
    this.#held.add(pass)
  }

  release(): void {
    this.#end()
    this.#left = 0
    for (const pass of this.#held) pass()
    this.#held.clear()
  }
}

/** One answer on its way back. */
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

  /** How many of these bytes may pass; one less than all of them means that the fault begins here. */
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

  /** How many of these bytes belong to the head of the answer. */
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
