import type { LabStream } from './lab-stream.ts'
import type { Caller } from './network.ts'

/** A poke as it left the server. */
export interface SaidPoke {
  /** The reader of the stream. */
  reader: string
  /** Distinguishes the streams of one reader. */
  stream: number
  at: number
  pos: number
  /** Undefined if it names none: anything may have changed. */
  scopes: readonly string[] | undefined
}

/** The open streams of pokes: one per leading tab, broken with its connection or with the server. */
export class Streams {
  /** Every poke of the server, whether it arrived or not. */
  readonly pokes: SaidPoke[] = []
  readonly #ends = new Map<() => void, Caller>()
  #count = 0

  /** Forwards the server's messages to a tab, in order; `latency` is called for each part. */
  open(
    caller: Caller,
    { status, said, close }: LabStream,
    { signal, latency }: { signal: AbortSignal | null | undefined; latency: () => number },
  ): Response {
    const { time } = caller
    const stream = (this.#count += 1)
    let control!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
    const end = () => {
      if (!this.#ends.delete(end)) return
      close()
      control.error(new TypeError('network error'))
    }
    let lastAt = 0
    const arrive = (run: () => void) => {
      lastAt = Math.max(lastAt, time.now + latency())
      time.set(caller, run, lastAt - time.now)
    }
    said.on('data', (bytes: Uint8Array) => {
      for (const poke of readPokes(bytes))
        this.pokes.push({ reader: caller.reader, stream, at: time.now, ...poke })
      if (caller.isDead || caller.line.isCut) return end()
      arrive(() => {
        if (caller.line.isCut) end()
        else if (this.#ends.has(end)) control.enqueue(bytes)
      })
    })
    said.on('error', () => undefined)
    said.once('close', () => arrive(end))
    this.#ends.set(end, caller)
    signal?.addEventListener('abort', end, { once: true })
    return new Response(body, { status })
  }

  /** Breaks every stream when the server dies. */
  breakAll(): void {
    for (const end of this.#ends.keys()) end()
  }

  /** Tabs that receive the server's messages. */
  get listening(): Caller[] {
    return [...this.#ends.values()]
  }
}

/** Parses `data: <position> <scope> <scope>`, all of them. */
function readPokes(bytes: Uint8Array): Pick<SaidPoke, 'pos' | 'scopes'>[] {
  const events = new TextDecoder().decode(bytes).split('\n\n')
  return events.flatMap((event) => {
    if (!event.startsWith('data:')) return []
    const [pos, ...scopes] = event.slice('data:'.length).trim().split(' ')
    return [{ pos: Number(pos), scopes: scopes.length > 0 ? scopes : undefined }]
  })
}
