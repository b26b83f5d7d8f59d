import { Subject } from 'rxjs'
import type { TabChannel, TabMessage } from '#src/sync/leader/channel.ts'

/**
 * The channel between the pages of one test: a posted message reaches all others, at once or after
 * `travelMs`, with the timers that exist when the channel is made.
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
