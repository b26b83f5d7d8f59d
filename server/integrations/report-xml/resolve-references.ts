import { parseFragment } from 'parse5'
import { tokensOf } from './xml-position.ts'

/** A document with its references resolved, or the position of an invalid one, and why. */
export type Resolved = { ok: true; xml: string } | { ok: false; index: number; why: string }

const REFERENCE = /&(?:#(\d{1,9})|#[xX]([\da-fA-F]{1,8})|([a-zA-Z][\w.-]{0,40}));/g
/** These five are XML's own; unescaped they would be syntax of the document. */
const OWN: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const OWN_NAMES = new Set(Object.values(OWN))

/**
 * Replaces each reference between the tags by its character, once: `&#233;` becomes é, `&amp;#233;` stays the text
 * `&#233;`. Accepts the names of HTML besides those of XML, because partners use them. Leaves CDATA unchanged.
 * Neither drops nor keeps an invalid reference: returns its position.
 */
export function resolveReferences(xml: string): Resolved {
  if (!xml.includes('&')) return { ok: true, xml }
  const parts: string[] = []
  let from = 0
  for (const { at, end } of [...tokensOf(xml), { at: xml.length, end: xml.length }]) {
    const between = xml.slice(from, at)
    const bad = findBad(between)
    if (bad) return { ok: false, index: from + bad.index, why: bad.why }
    parts.push(
      between.replace(REFERENCE, (whole) => letterOf(whole) ?? whole),
      xml.slice(at, end),
    )
    from = end
  }
  return { ok: true, xml: parts.join('') }
}

function findBad(text: string): { index: number; why: string } | undefined {
  for (const { index, 0: whole } of text.matchAll(REFERENCE))
    if (letterOf(whole) === undefined) return { index, why: `${whole} stands for no letter` }
  return undefined
}

const letters = new Map<string, string>()

/** Returns the character of a reference in the form allowed in the document; undefined for an invalid one. */
function letterOf(reference: string): string | undefined {
  const before = letters.get(reference)
  if (before !== undefined) return before
  const letter = read(reference)
  // Caches only valid references; no document uses more names than this.
  if (letter !== undefined && letters.size < 5_000) letters.set(reference, letter)
  return letter
}

function read(reference: string): string | undefined {
  const name = reference.slice(1, -1)
  if (OWN_NAMES.has(name)) return reference
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!isTextCode(code)) return undefined
  }
  // Also maps 128 to 159 to the Windows characters that senders mean.
  const [node] = parseFragment(reference).childNodes
  const letter = node && 'value' in node ? node.value : ''
  if (letter === '' || letter === reference) return undefined
  return OWN[letter] === undefined ? letter : `&${OWN[letter]};`
}

/**
 * Returns true for a code that a text may contain: no control characters except tab and line breaks, no surrogates,
 * nothing beyond Unicode.
 */
function isTextCode(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return code !== 0x7f && code <= 0x10ffff && !isHalf && (code & 0xfffe) !== 0xfffe
}
