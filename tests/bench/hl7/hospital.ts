import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'

/** The pause before a connection is tried again. */
const RETRY_MS = 250
/** The time limit for the last acknowledgements. */
const FINISH_MS = 120_000

interface Sent {
  no: string
  message: string
  at: number
  /** Whether it was sent again over another connection. */
  isRepeated: boolean
  /** Whether it waits for an acknowledgement after one that was sent again. */
  isBehind: boolean
}

/**
 * A hospital system: sends over one connection, reads acknowledgements in order, and sends unacknowledged
 * messages again over the next connection after one was lost.
 */
export class Hospital {
  /** Numbers of orders that were acknowledged with AA. */
  readonly acknowledged: string[] = []
  /** From each message to its AA in milliseconds: all, and those that no restart delayed. */
  readonly waits: number[] = []
  readonly undisturbed: number[] = []
  repeats = 0
  #socket: Socket | undefined
  #open: Sent[] = []
  #serial = 0
  #isCounted = true
  #isClosed = false
  readonly #port: number
  readonly #facility: string
  readonly #prefix: string

  /** `prefix` is the beginning of its orders' numbers. */
  constructor(port: number, facility: string, prefix = 'B') {
    this.#prefix = prefix
    this.#port = port
    this.#facility = facility
    this.#dial()
  }

  /** Sends so many uncounted orders, one after the other. */
  async warmUp(count: number): Promise<void> {
    this.#isCounted = false
    for (let index = 0; index < count; index += 1) {
      this.send()
      await this.finish()
    }
    this.#isCounted = true
    this.acknowledged.length = 0
  }

  /** Sends a new order; without a connection it waits for one. */
  send(): void {
    this.#serial += 1
    const no = `${this.#prefix}${this.#serial}`
    const isBehind = this.#open.some((one) => one.isRepeated || one.isBehind)
    const message = orderOf(no, this.#facility)
    const sent: Sent = { no, message, at: performance.now(), isRepeated: false, isBehind }
    this.#open.push(sent)
    if (this.#socket?.readyState === 'open') this.#socket.write(frameOf(sent.message))
    else sent.isRepeated = true
  }

  /** Waits until everything is acknowledged; throws if that takes too long. */
  async finish(): Promise<void> {
    const until = performance.now() + FINISH_MS
    while (this.#open.length > 0) {
      if (performance.now() > until) throw new Error(`${this.#open.length} orders were not answered`)
      await pause(2)
    }
  }

  /** Closes the connection. */
  close(): void {
    this.#isClosed = true
    this.#socket?.destroy()
  }

  #dial(): void {
    const socket = connect({ host: '127.0.0.1', port: this.#port })
    const reader = new FrameReader()
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('connect', () => {
      this.#socket = socket
      for (const sent of this.#open) {
        if (sent.isRepeated) this.repeats += 1
        sent.isRepeated = true
        socket.write(frameOf(sent.message))
      }
    })
    socket.on('data', (bytes) => {
      for (const answer of reader.take(bytes)) this.#settle(answer)
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
      for (const sent of this.#open) sent.isRepeated = true
      if (!this.#isClosed && (this.#open.length > 0 || this.#socket === undefined))
        setTimeout(() => this.#dial(), RETRY_MS).unref()
    })
  }

  #settle(answer: string): void {
    const [, code, id] = /MSA\|(\w\w)\|(\w+)/.exec(answer) ?? []
    const at = this.#open.findIndex(({ no }) => no === id)
    const sent = this.#open[at]
    if (!sent) return
    if (code !== 'AA') throw new Error(`the server answered ${answer}`)
    this.#open.splice(at, 1)
    this.acknowledged.push(sent.no)
    if (!this.#isCounted) return
    const wait = performance.now() - sent.at
    this.waits.push(wait)
    if (!sent.isRepeated && !sent.isBehind) this.undisturbed.push(wait)
  }
}

const orderOf = (no: string, facility: string): string =>
  [
    `MSH|^~\\&|BENCH|HOSPITAL|READROOM|${facility}|20261121093000||ORM^O01|${no}|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||P${no}^^^HOSPITAL^MR||Rao^Patient ${no}||19800304|F`,
    'PV1|1|I|W3^12^B^Nowhere|||||D9^Shah^Rohan',
    `ORC|NW|${no}^HOSPITAL`,
    `OBR|1|${no}^HOSPITAL||CT^CT Chest|||||||||Cough|||||||||||CT|||^^^202611221030`,
  ].join('\r')
