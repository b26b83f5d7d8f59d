import { type CharacterSet, LETTER_SETS, type LetterSet } from './character-sets.ts'

const ESCAPE = 0x1b
const HIGH_BIT = 0x80
/** Escape sequences without their first byte, longest first. */
const SWITCHES: readonly (readonly [string, LetterSet | 'ascii'])[] = [
  ...Object.values(LETTER_SETS).map((set) => [set.escape.slice(1), set] as const),
  ['(B', 'ascii'] as const,
  ['(J', 'ascii'] as const,
].sort(([a], [b]) => b.length - a.length)
const DELIMITERS = new Set([0x5c, 0x5e, 0x3d, 0x0d, 0x0a, 0x0c, 0x09])

/** Returns true if the bytes are UTF-8 and not only ASCII. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte < HIGH_BIT)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Decodes bytes in a character set. Reads bytes as UTF-8 if they are valid UTF-8 although the set is a single-byte
 * one, because machines send it without declaring it. Unreadable bytes become U+FFFD; never throws.
 */
export function decodeText(bytes: Buffer, set: CharacterSet): string {
  if (set.kind === 'whole') return new TextDecoder(set.coding).decode(bytes)
  const isPlain = set.others.length === 0 && !bytes.includes(ESCAPE)
  if (isPlain && isUtf8(bytes)) return bytes.toString('utf8')
  return decodeSwitched(bytes, set.initial)
}

function decodeSwitched(bytes: Buffer, initial: LetterSet | undefined): string {
  let low: LetterSet | undefined
  let high = initial
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const found = byte === ESCAPE ? findSwitch(bytes, at + 1) : undefined
    if (found) {
      const [signs, to] = found
      if (to === 'ascii') low = undefined
      else if (to.half === 'low') low = to
      else high = to
      at += 1 + signs.length
      continue
    }
    const isLow = byte < HIGH_BIT
    const set = isLow ? low : high
    if (set === undefined || (isLow && byte <= 0x20)) {
      if (isLow && DELIMITERS.has(byte)) high = initial
      text += isLow ? String.fromCharCode(byte) : '\ufffd'
      at += 1
      continue
    }
    text += letterOf(bytes.subarray(at, at + set.bytes), set)
    at += set.bytes
  }
  return text
}

const findSwitch = (bytes: Buffer, at: number) =>
  SWITCHES.find(([signs]) => bytes.toString('latin1', at, at + signs.length) === signs)

function letterOf(bytes: Buffer, { coding, prefix }: LetterSet): string {
  const raised = [...bytes].map((byte) => byte | HIGH_BIT)
  return new TextDecoder(coding).decode(Uint8Array.from(prefix === undefined ? raised : [prefix, ...raised]))
}
