const HEADER_BYTES = 6
const DATA = 0x04
const ITEM_HEADER = 6
const IS_COMMAND = 0x01
const IS_LAST = 0x02

/** The data set of one message, as it came. */
export interface QueryBytes {
  /** The presentation context that it came by. */
  contextId: number
  bytes: Buffer
}

/** Puts the data sets of a connection together from its PDUs (PS3.8 annex E); commands are the library's. */
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

  /** The data set that came last and was not taken yet. */
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
