/** Bytes around a message of the Minimal Lower Layer Protocol. */
const START = 0x0b
const END = 0x1c
const CARRIAGE_RETURN = 0x0d

/** A frame longer than this is no acknowledgement. */
export const FRAME_MAX_BYTES = 1024 * 1024

/** One message as it travels. */
export function frameOf(message: string): Buffer {
  return Buffer.concat([
    Buffer.from([START]),
    Buffer.from(message, 'utf8'),
    Buffer.from([END, CARRIAGE_RETURN]),
  ])
}

/**
 * Cuts a stream into messages, wherever the network cut it: a packet may hold half a frame, or one and the half of the
 * next. What stands between two frames is left out. Throws a RangeError where a frame grows beyond FRAME_MAX_BYTES.
 */
export class FrameReader {
  #bytes = Buffer.alloc(0)

  /** The messages that are complete with these bytes. */
  take(bytes: Buffer): string[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    const messages: string[] = []
    for (;;) {
      const start = this.#bytes.indexOf(START)
      if (start < 0) {
        this.#bytes = Buffer.alloc(0)
        return messages
      }
      const end = this.#endAfter(start)
      if (end < 0) break
      messages.push(this.#bytes.toString('utf8', start + 1, end))
      this.#bytes = this.#bytes.subarray(end + 2)
    }
    if (this.#bytes.length > FRAME_MAX_BYTES) throw new RangeError('a frame without an end')
    return messages
  }

  // An end byte alone may belong to a text in another encoding: only with the carriage return it ends the frame.
  #endAfter(start: number): number {
    for (let at = this.#bytes.indexOf(END, start); at >= 0; at = this.#bytes.indexOf(END, at + 1)) {
      if (this.#bytes[at + 1] === CARRIAGE_RETURN) return at
    }
    return -1
  }
}
