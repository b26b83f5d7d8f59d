import { type LoggedError, loggedError } from '#server/kernel/http/log.ts'

/** Repeated failures of one kind are reported once per interval, with their count. */
const EVERY_MS = 10_000
/** Maximum number of kinds per interval; all others count as one. */
const KINDS_MAX = 50

/** Reports one failure, or how many of one kind occurred. */
export type TellFailure = (failure: LoggedError, times: number) => void

/**
 * Collects failures, so that a flood of them fills neither the log nor the server's time: the first of a kind is
 * reported at once, later ones every ten seconds as one line with their count.
 */
export class Failures {
  readonly #tell: TellFailure
  readonly #timer: NodeJS.Timeout
  #held = new Map<string, { failure: LoggedError; times: number }>()

  constructor(tell: TellFailure, everyMs = EVERY_MS) {
    this.#tell = tell
    this.#timer = setInterval(() => this.#flush(), everyMs)
    this.#timer.unref()
  }

  note(error: unknown): void {
    const failure = loggedError(error)
    const { type, message, code, table, constraint } = failure
    const kind = JSON.stringify([type, message, code, table, constraint])
    const held = this.#held.get(kind) ?? (this.#held.size < KINDS_MAX ? undefined : this.#held.get(OTHERS))
    if (held) held.times += 1
    else if (this.#held.size < KINDS_MAX) {
      this.#held.set(kind, { failure, times: 0 })
      this.#tell(failure, 1)
    } else this.#held.set(OTHERS, { failure: { type: 'Error', message: OTHERS }, times: 1 })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#flush()
  }

  #flush(): void {
    const held = this.#held
    this.#held = new Map()
    for (const { failure, times } of held.values()) if (times > 0) this.#tell(failure, times)
  }
}

const OTHERS = 'failures of many other kinds'
