import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'

/** A message as received: its bytes, and the character set from its content type; empty if there was none. */
export interface MessageBytes {
  bytes: Buffer
  charset: string
}

const AS_BYTES = /^data:application\/hl7-v2;charset=([^;]*);base64,([A-Za-z0-9+/=]*)$/

/**
 * Returns the content of a message for the log, so that it can be processed again exactly as received: as text if the
 * bytes are valid UTF-8 without another declared set, otherwise as bytes.
 */
export function keepMessage({ bytes, charset }: MessageBytes): string {
  const text = bytes.toString('utf8')
  const isText = charset === '' && Buffer.from(text, 'utf8').equals(bytes) && !text.startsWith('data:')
  return isText ? text : `data:application/hl7-v2;charset=${charset};base64,${bytes.toString('base64')}`
}

/** Returns the bytes of a content from keepMessage. */
export function readKeptMessage(content: string): MessageBytes {
  const [, charset, base64] = AS_BYTES.exec(content) ?? []
  if (charset === undefined || base64 === undefined)
    return { bytes: Buffer.from(content, 'utf8'), charset: '' }
  return { bytes: Buffer.from(base64, 'base64'), charset }
}

/**
 * Returns a stored message as readable text, decoded as on arrival; `ofClient` is the character set that the client
 * configured.
 */
export function showKeptMessage(content: string, ofClient: string): string {
  const { bytes, charset } = readKeptMessage(content)
  const decoded = decodeMessage(bytes, { contentType: charset, ofClient })
  return decoded.ok ? decoded.text : bytes.toString('latin1')
}
