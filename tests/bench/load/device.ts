import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { ask } from './ask.ts'
import type { Seat } from './make-client.ts'

interface Page {
  rows: { id: string }[]
  cursor: string
  pos: number
  more: boolean
}

/** The counts of all devices. */
export interface Counts {
  pokes: number
  pulls: number
  empty: number
  failed: number
}

/** A device without a screen: it listens to its stream and pulls at each poke like the real one. */
export class LoadDevice {
  readonly seat: Seat
  readonly #base: string
  readonly #counts: Counts
  readonly #onRow: (id: string, device: LoadDevice) => void
  #cursor: string
  #reached = -1
  #isPulling = false
  #isAsked = false
  #close: () => void = () => undefined

  constructor(
    base: string,
    seat: Seat,
    cursor: string,
    counts: Counts,
    onRow: (id: string, device: LoadDevice) => void,
  ) {
    this.#base = base
    this.seat = seat
    this.#cursor = cursor
    this.#counts = counts
    this.#onRow = onRow
  }

  /** Resolves once the stream is open. */
  async open(): Promise<void> {
    const headers = { authorization: `Bearer ${this.seat.token}` }
    const listening = get(`${this.#base}/api/sync/stream`, { agent: false, headers })
    this.#close = () => listening.destroy()
    const [answer] = (await once(listening, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}`)
    for (const line of [listening, answer]) line.on('error', () => undefined)
    let rest = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) if (event.startsWith('data:')) this.#poke(event)
    })
  }

  close(): void {
    this.#close()
  }

  #poke(event: string): void {
    const [pos, ...scopes] = event.slice('data:'.length).trim().split(' ')
    this.#counts.pokes += 1
    if (scopes.length > 0 && Number(pos) <= this.#reached) return
    this.#isAsked = true
    if (!this.#isPulling) void this.#pullUntilQuiet()
  }

  async #pullUntilQuiet(): Promise<void> {
    this.#isPulling = true
    while (this.#isAsked) {
      this.#isAsked = false
      try {
        await this.#pull()
      } catch {
        this.#counts.failed += 1
      }
    }
    this.#isPulling = false
  }

  async #pull(): Promise<void> {
    const page = await pullPage(this.#base, this.seat, this.#cursor)
    this.#counts.pulls += 1
    if (page.rows.length === 0) this.#counts.empty += 1
    this.#cursor = page.cursor
    if (page.more) this.#isAsked = true
    else this.#reached = page.pos
    for (const { id } of page.rows) this.#onRow(id, this)
  }
}

const pullPage = (base: string, { token }: Seat, cursor?: string) =>
  ask<Page>({ url: `${base}/api/sync/pull${cursor === undefined ? '' : `?cursor=${cursor}`}`, token })

/** Returns the cursor of a person who has pulled everything: devices of the same person start from it. */
export async function pullAll(base: string, seat: Seat): Promise<string> {
  let page = await pullPage(base, seat)
  while (page.more) page = await pullPage(base, seat, page.cursor)
  return page.cursor
}
