import type { Caller } from './network.ts'

/** The server says something on an open stream this often (server/kernel/sync/stream.ts). */
const BEAT_MS = 15_000

interface Stream {
  caller: Caller
  say: (text: string) => void
}

/** The open streams of pokes: one a leading tab, broken with its line or with the server. */
export class Streams {
  readonly #open = new Set<Stream>()

  /** Opens the stream of a tab that the server has let in. */
  open(caller: Caller, signal: AbortSignal | null | undefined): Response {
    const bytes = new TextEncoder()
    let control!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
    const beat = caller.time.set(caller, () => stream.say(': \n\n'), BEAT_MS, BEAT_MS)
    const end = () => {
      if (!this.#open.delete(stream)) return
      caller.time.clear(beat)
      control.error(new TypeError('network error'))
    }
    const stream: Stream = {
      caller,
      say: (text) => {
        if (caller.line.isCut) end()
        else if (this.#open.has(stream)) control.enqueue(bytes.encode(text))
      },
    }
    this.#open.add(stream)
    this.#ends.set(stream, end)
    signal?.addEventListener('abort', end, { once: true })
    return new Response(body, { status: 200 })
  }

  readonly #ends = new WeakMap<Stream, () => void>()

  /** The server tells everybody who listens that there is something new. */
  poke(latency: () => number): void {
    for (const { caller, say } of this.#open) caller.time.set(caller, () => say('data: 1\n\n'), latency())
  }

  /** The server is gone, and every stream with it. */
  breakAll(): void {
    for (const stream of this.#open) this.#ends.get(stream)?.()
  }
}
