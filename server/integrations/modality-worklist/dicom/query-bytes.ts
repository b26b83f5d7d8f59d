const HEADER_BYTES = 6
const DATA = 0x04
const ITEM_HEADER = 6
const IS_COMMAND = 0x01
const IS_LAST = 0x02

/** The data set of one message, as received. */
export interface QueryBytes {
  /** The id of its presentation context. */
  contextId: number
  bytes: Buffer
}

/** Reassembles the data sets of a connection from its PDUs (PS3.8 annex E); the library handles commands. */
export class QueryCollector {
  #parts: Buffer[] = []
  #last: QueryBytes | undefined

  take(pdu: Buffer): void {
    if (pdu[0] !== DATA) return
    for (let at = HEADER_BYTES; at + ITEM_HEADER <= pdu.length; ) {
      const length = pdu.readUInt32BE(at)
      const flags = pdu.readUInt8(at + 5)
      if ((flags & IS_COMMAND) === 0) this.#parts.push(pdu.subarray(at + ITEM_HEADER, at + 4 + length))
      if ((flags & IS_LAST) !== 0) this.#finish(pdu.readUInt8(at + 4), (flags & IS_COMMAND) !== 0)
      at += 4 + length
    }
  }

  /** Returns the last received data set, once. */
  takeLast(): QueryBytes | undefined {
    const last = this.#last
    this.#last = undefined
    return last
  }

  #finish(contextId: number, isCommand: boolean): void {
    if (!isCommand) this.#last = { contextId, bytes: Buffer.concat(this.#parts) }
    this.#parts = []
  }
}
