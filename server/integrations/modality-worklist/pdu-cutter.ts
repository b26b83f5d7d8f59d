/** The longest accepted PDU, without its header. A modality's query has a few thousand bytes. */
export const PDU_MAX_BYTES = 128 * 1024
/** A message may span many PDUs; one that exceeds this without an end is not a worklist query. */
export const MESSAGE_MAX_BYTES = 256 * 1024

const HEADER_BYTES = 6
const ASSOCIATE = 0x01
const DATA = 0x04
const ABORT = 0x07
/** The PDU types that a modality sends (PS3.8 table 9-1): associate, data, release, abort. */
const TYPES: readonly number[] = [ASSOCIATE, DATA, 0x05, ABORT]

/** Thrown if the sender does not speak DICOM, or exceeds the limits for a modality. */
export class PduRefusedError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'PduRefusedError'
  }
}

/**
 * Splits the bytes of one connection into whole PDUs. Checks their length as soon as the header is complete, and
 * copies every byte at most once. The first PDU must be an association request, and no other may be.
 */
export class PduCutter {
  #parts: Buffer[] = []
  #held = 0
  /** The size of the incoming PDU, including its header; undefined until its header is complete. */
  #wanted: number | undefined
  #isAssociated = false
  #unfinished = 0

  /** True while a PDU is incomplete. */
  get isWaiting(): boolean {
    return this.#held > 0
  }

  /** Yields the PDUs that these bytes complete. Throws PduRefusedError. */
  *take(bytes: Buffer): Generator<Buffer> {
    let rest = bytes
    while (rest.length > 0) {
      const missing = (this.#wanted ?? HEADER_BYTES) - this.#held
      const part = rest.subarray(0, missing)
      rest = rest.subarray(missing)
      this.#parts.push(part)
      this.#held += part.length
      if (part.length < missing) return
      this.#wanted ??= this.#readHeader()
      if (this.#held < this.#wanted) continue
      yield this.#finish()
    }
  }

  #readHeader(): number {
    const header = this.#join()
    const type = header.readUInt8(0)
    const length = header.readUInt32BE(2)
    if (!TYPES.includes(type)) throw new PduRefusedError('a PDU of an unknown type')
    if ((type === ASSOCIATE) === this.#isAssociated && type !== ABORT)
      throw new PduRefusedError('a PDU out of its turn')
    if (length > PDU_MAX_BYTES) throw new PduRefusedError('a PDU that is too long')
    this.#isAssociated = true
    return HEADER_BYTES + length
  }

  #finish(): Buffer {
    const pdu = this.#join()
    this.#parts = []
    this.#held = 0
    this.#wanted = undefined
    if (pdu.readUInt8(0) === DATA) this.#countData(pdu)
    return pdu
  }

  #join(): Buffer {
    const [first] = this.#parts
    const joined = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.#held)
    this.#parts = [joined]
    return joined
  }

  #countData(pdu: Buffer): void {
    this.#unfinished += pdu.length
    if (endsMessage(pdu)) this.#unfinished = 0
    if (this.#unfinished > MESSAGE_MAX_BYTES) throw new PduRefusedError('a message without an end')
  }
}

/** Returns true if one of the values in a P-DATA-TF is the last fragment of its message (PS3.8 annex E.2). */
function endsMessage(pdu: Buffer): boolean {
  const LENGTH = 4
  const FLAGS = 5
  for (let at = HEADER_BYTES; at + FLAGS < pdu.length; at += LENGTH + pdu.readUInt32BE(at))
    if ((pdu.readUInt8(at + FLAGS) & 0x02) !== 0) return true
  return false
}
