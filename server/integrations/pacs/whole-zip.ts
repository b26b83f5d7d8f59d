import { Transform } from 'node:stream'
import { ImageServerError } from './image-server.ts'

/** The longest silence of the image server in the middle of a zip. */
export const SILENCE_MS = 60_000
/** The longest time that a reader takes none of the available data. */
const STUCK_MS = 300_000
/**
 * The record that ends every zip file (APPNOTE 4.3.16): its signature, its length, and the position of its comment's
 * length.
 */
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const COMMENT_LENGTH_AT = 20
/** The longest possible end: the record with the longest comment. */
const TAIL_BYTES = END_BYTES + 0xff_ff

/**
 * Passes a zip through and fails at its end if it is incomplete, because an image server that stops midway may look
 * finished. Also fails if the server is silent for too long; a slow reader gets more time.
 */
export function wholeZip(silenceMs = SILENCE_MS): Transform {
  let tail = Buffer.alloc(0)
  let heardAt = Date.now()
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      heardAt = Date.now()
      tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
      done(null, chunk)
    },
    flush(done) {
      done(isEnd(tail) ? null : cut())
    },
    destroy(error, done) {
      clearInterval(watch)
      done(error)
    },
  })
  const watch = setInterval(
    () => {
      const isReaderSlow = passing.readableLength > 0
      if (Date.now() - heardAt < (isReaderSlow ? STUCK_MS : silenceMs)) return
      passing.destroy(new ImageServerError('slow', 'The image server stopped sending in the middle.'))
    },
    Math.min(5_000, silenceMs),
  )
  watch.unref()
  return passing
}

const cut = () => new ImageServerError('nonsense', 'The zip file of the image server is not whole.')

function isEnd(tail: Buffer): boolean {
  const at = tail.lastIndexOf(END_SIGNATURE)
  if (at < 0 || tail.length - at < END_BYTES) return false
  return tail.length - at === END_BYTES + tail.readUInt16LE(at + COMMENT_LENGTH_AT)
}
