import { Subject } from 'rxjs'
import type { TabChannel, TabMessage } from '#src/sync/leader/channel.ts'

/**
 * The line between the pages of one test: what one posts reaches all others, at once or after `travelMs` on timers as
 * they are when the line is made.
 */
export class FakeHub {
  readonly #lines = new Set<Subject<TabMessage>>()
  readonly #carry: (deliver: () => void) => void

  constructor(travelMs?: number) {
    const { setTimeout } = globalThis
    this.#carry = travelMs === undefined ? queueMicrotask : (deliver) => void setTimeout(deliver, travelMs)
  }

  open(): TabChannel {
    const line = new Subject<TabMessage>()
    this.#lines.add(line)
    return {
      messages$: line.asObservable(),
      post: (message) => {
        for (const other of this.#lines) if (other !== line) this.#carry(() => other.next(message))
      },
      close: () => this.#lines.delete(line),
    }
  }
}
