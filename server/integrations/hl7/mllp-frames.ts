/** The bytes around a message in the Minimal Lower Layer Protocol. */
const START = 0x0b
const END = 0x1c
const CARRIAGE_RETURN = 0x0d

/** A longer frame is refused. */
export const FRAME_MAX_BYTES = 1024 * 1024

/** Returns one message as a frame; a text is encoded in UTF-8. */
export function frameOf(message: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([START]),
    typeof message === 'string' ? Buffer.from(message, 'utf8') : message,
    Buffer.from([END, CARRIAGE_RETURN]),
  ])
}

/** Thrown if a frame grew beyond FRAME_MAX_BYTES. */
export class FrameTooLongError extends RangeError {
  constructor() {
    super('a frame without an end')
    this.name = 'FrameTooLongError'
  }
}

/**
 * Splits a stream into messages, regardless of packet boundaries: a packet may contain half a frame, or one and half
 * of the next. Ignores bytes between frames. Reads every byte once and copies it at most once.
 */
export class FrameReader {
  #parts: Buffer[] = []
  #held = 0
  #isInside = false

  /** True while a frame has begun and not ended. */
  get isWaiting(): boolean {
    return this.#isInside
  }

  /** Yields the messages that these bytes complete, decoded as UTF-8. Throws FrameTooLongError. */
  *take(bytes: Buffer): Generator<string> {
    for (const message of this.takeBytes(bytes)) yield message.toString('utf8')
  }

  /** Yields the messages that these bytes complete, as received. Throws FrameTooLongError. */
  *takeBytes(bytes: Buffer): Generator<Buffer> {
    let rest = bytes
    while (rest.length > 0) {
      if (!this.#isInside) {
        const start = rest.indexOf(START)
        if (start < 0) return
        this.#isInside = true
        rest = rest.subarray(start + 1)
      }
      const end = this.#endIn(rest)
      this.#hold(end === undefined ? rest : rest.subarray(0, end))
      if (end === undefined) return
      rest = rest.subarray(end)
      yield this.#finish()
    }
  }

  // Returns where the frame ends in these bytes. An end byte alone may belong to a text in another encoding; it ends
  // the frame only with the carriage return, which may be the first byte of the next packet.
  #endIn(bytes: Buffer): number | undefined {
    if (bytes[0] === CARRIAGE_RETURN && this.#parts.at(-1)?.at(-1) === END) return 1
    for (let at = bytes.indexOf(END); at >= 0; at = bytes.indexOf(END, at + 1))
      if (bytes[at + 1] === CARRIAGE_RETURN) return at + 2
    return undefined
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.#held += part.length
    if (this.#held > FRAME_MAX_BYTES) throw new FrameTooLongError()
  }

  #finish(): Buffer {
    const frame = Buffer.concat(this.#parts, this.#held)
    this.#parts = []
    this.#held = 0
    this.#isInside = false
    return frame.subarray(0, -2)
  }
}
