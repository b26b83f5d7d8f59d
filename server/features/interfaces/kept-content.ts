import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'

/** A message as it came: its bytes, and the character set that its content type named; empty where it named none. */
export interface MessageBytes {
  bytes: Buffer
  charset: string
}

const AS_BYTES = /^data:application\/hl7-v2;charset=([^;]*);base64,([A-Za-z0-9+/=]*)$/

/**
 * The content of a message for the log, so that it can be handled again exactly as it came: text where the bytes are those
 * of that text in UTF-8 and nothing says otherwise, else the bytes.
 */
export function keepMessage({ bytes, charset }: MessageBytes): string {
  const text = bytes.toString('utf8')
  const isText = charset === '' && Buffer.from(text, 'utf8').equals(bytes) && !text.startsWith('data:')
  return isText ? text : `data:application/hl7-v2;charset=${charset};base64,${bytes.toString('base64')}`
}

/** The bytes of a content that keepMessage made. */
export function readKeptMessage(content: string): MessageBytes {
  const [, charset, base64] = AS_BYTES.exec(content) ?? []
  if (charset === undefined || base64 === undefined)
    return { bytes: Buffer.from(content, 'utf8'), charset: '' }
  return { bytes: Buffer.from(base64, 'base64'), charset }
}

/** A kept message for a person, in the letters that the door reads it in; `house` is the set that the client set. */
export function showKeptMessage(content: string, house: string): string {
  const { bytes, charset } = readKeptMessage(content)
  const decoded = decodeMessage(bytes, { contentType: charset, house })
  return decoded.ok ? decoded.text : bytes.toString('latin1')
}
