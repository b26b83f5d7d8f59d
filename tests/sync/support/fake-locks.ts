import type { Locks } from '#src/sync/leader/leader.ts'

interface Waiting {
  run: () => void
}

/**
 * One browser's lock manager, shared by the pages of a test: exclusive locks, a queue, signal, steal and
 * ifAvailable.
 */
export class FakeLocks implements Locks {
  readonly #held = new Map<string, { taken: (error: Error) => void }>()
  readonly #waiting = new Map<string, Waiting[]>()

  request(name: string, options: LockOptions, run: (lock: object | null) => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        const holder = { taken: reject }
        this.#held.set(name, holder)
        const leave = () => {
          if (this.#held.get(name) !== holder) return
          this.#held.delete(name)
          this.#queueOf(name).shift()?.run()
        }
        run({}).finally(leave).then(resolve, reject)
      }
      if (options.steal) {
        this.#held.get(name)?.taken(new DOMException('stolen', 'AbortError'))
        this.#held.delete(name)
        enter()
        return
      }
      if (!this.#held.has(name)) {
        enter()
        return
      }
      if (options.ifAvailable) {
        run(null).then(resolve, reject)
        return
      }
      const waiting: Waiting = { run: enter }
      this.#queueOf(name).push(waiting)
      options.signal?.addEventListener('abort', () => {
        const queue = this.#queueOf(name)
        const place = queue.indexOf(waiting)
        if (place < 0) return
        queue.splice(place, 1)
        reject(new DOMException('given up', 'AbortError'))
      })
    })
  }

  /** Releases a dead page's lock to the next in the queue, as the browser does. */
  release(name: string): void {
    this.#held.delete(name)
    this.#queueOf(name).shift()?.run()
  }

  #queueOf(name: string): Waiting[] {
    const queue = this.#waiting.get(name) ?? []
    this.#waiting.set(name, queue)
    return queue
  }
}
