import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { askMachine, type Question } from '#tests/helpers/archive/ask-machine.ts'

const [ASSOCIATE, ACCEPTED, DATA, RELEASE] = [1, 2, 4, 5] as const

/** The result of one query: items, the last status, and milliseconds for the query alone and with its association. */
export interface Asked {
  items: number
  status: number
  questionMs: number
  wholeMs: number
}

/** A query in its wire form, repeated without the time of a client that parses the responses. */
export class RecordedQuestion {
  readonly #pdus: readonly Buffer[]
  private constructor(pdus: readonly Buffer[]) {
    this.#pdus = pdus
  }

  /** Queries once with the library's client, and stores the bytes that it sent. */
  static async of(question: Question): Promise<RecordedQuestion> {
    const sent: Buffer[] = []
    const relay = createServer((near) => {
      const far = connect(question.port, '127.0.0.1')
      near.on('data', (bytes) => sent.push(bytes))
      for (const socket of [near, far]) socket.on('error', () => socket.destroy())
      near.pipe(far).pipe(near)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const { port } = relay.address() as AddressInfo
    // A query that is too wide is refused; its bytes are recorded all the same.
    await askMachine({ ...question, port }).catch(() => 0)
    relay.close()
    return new RecordedQuestion([...pdusOf(Buffer.concat(sent)).whole])
  }

  /** Queries in a new association, as modalities do. */
  async ask(port: number): Promise<Asked> {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(this.#of(ASSOCIATE))
    const answers = answersOn(socket)
    const first = await answers.next()
    if (first.value?.[0] !== ACCEPTED) throw new Error('The machine was refused.')
    const asked = performance.now()
    socket.write(this.#of(DATA))
    let items = 0
    for await (const pdu of answers) {
      const status = statusOf(pdu)
      if (status === undefined) continue
      if (status === 0xff00) {
        items += 1
        continue
      }
      const end = performance.now()
      socket.end(this.#of(RELEASE))
      return { items, status, questionMs: end - asked, wholeMs: end - began }
    }
    throw new Error('The connection ended before the last answer.')
  }

  #of(type: number): Buffer {
    return Buffer.concat(this.#pdus.filter((pdu) => pdu[0] === type))
  }
}

async function* answersOn(socket: Socket): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of socket) {
    const cut = pdusOf(Buffer.concat([rest, bytes as Buffer]))
    rest = cut.rest
    yield* cut.whole
  }
  return undefined
}

/** Returns the complete PDUs of some bytes (PS3.8 9.3.1), and the rest. */
function pdusOf(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = []
  let at = 0
  while (bytes.length >= at + 6) {
    const end = at + 6 + bytes.readUInt32BE(at + 2)
    if (end > bytes.length) break
    whole.push(bytes.subarray(at, end))
    at = end
  }
  return { whole, rest: bytes.subarray(at) }
}

/** (0000,0900), the status of a response, as encoded in a command: implicit little endian, two bytes. */
const STATUS = Buffer.from([0x00, 0x00, 0x00, 0x09, 0x02, 0x00, 0x00, 0x00])

/** Returns the status in a PDU; undefined for data. */
function statusOf(pdu: Buffer): number | undefined {
  // The header of its first value: length, context, and whether it is a command.
  if (pdu[0] !== DATA || ((pdu[11] ?? 0) & 1) === 0) return undefined
  const at = pdu.indexOf(STATUS, 12)
  return at < 0 ? undefined : pdu.readUInt16LE(at + STATUS.length)
}
