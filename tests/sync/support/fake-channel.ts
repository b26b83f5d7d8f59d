import { Subject } from 'rxjs'
import type { TabChannel, TabMessage } from '#src/sync/leader/channel.ts'

/** The line between the pages of one test: what one posts reaches all others. */
export class FakeHub {
  readonly #lines = new Set<Subject<TabMessage>>()

  open(): TabChannel {
    const line = new Subject<TabMessage>()
    this.#lines.add(line)
    return {
      messages$: line.asObservable(),
      post: (message) => {
        for (const other of this.#lines) if (other !== line) queueMicrotask(() => other.next(message))
      },
      close: () => this.#lines.delete(line),
    }
  }
}
