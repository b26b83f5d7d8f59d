import type { IncomingMessage } from 'node:http'
import { addAbortSignal, pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const WITHOUT_BODY = [204, 205, 304]

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Converts the answer to a web Response: decompressed, and aborted with an error by the signal. Throws if it is not a
 * valid HTTP answer.
 */
export function responseOf(message: IncomingMessage, signal: AbortSignal): Response {
  try {
    return read(message, signal)
  } catch (error) {
    // An invalid status or header: the rest is not read.
    message.destroy()
    throw error
  }
}

function read(message: IncomingMessage, signal: AbortSignal): Response {
  const status = message.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  if (WITHOUT_BODY.includes(status)) {
    message.resume()
    return new Response(null, { status, headers })
  }
  const body = addAbortSignal(signal, unpacked(message))
  return new Response(Readable.toWeb(body) as ReadableStream, { status, headers })
}

function unpacked(message: IncomingMessage): Readable {
  const decoder = DECODERS[message.headers['content-encoding']?.trim().toLowerCase() ?? '']?.()
  // The reader gets the first error of either end.
  return decoder ? pipeline(message, decoder, () => undefined) : message
}
