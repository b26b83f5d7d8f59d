import { decodeEntities } from './markup-entities.ts'
import { quote } from './markup-style.ts'

export interface MarkupAttribute {
  name: string
  /** Entities decoded. */
  value: string
}

/** A piece of the source; `at` is where it begins. */
export type MarkupToken =
  | { kind: 'open'; tag: string; attributes: MarkupAttribute[]; isClosed: boolean; at: number }
  | { kind: 'close'; tag: string; at: number }
  | { kind: 'text'; text: string; at: number }

/** Why a source is not valid markup. The reason names tags and attributes, never the text around them. */
export class MarkupFault extends Error {
  readonly at: number
  constructor(reason: string, at: number) {
    super(reason)
    this.name = 'MarkupFault'
    this.at = at
  }
}

const OPEN = /<([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+="[^"]*")*)\s*(\/?)>/y
const CLOSE = /<\/([a-z][a-z0-9]*)\s*>/y
const ATTRIBUTE = /\s+([^\s"'<>/=]+)="([^"]*)"/g

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function decode(source: string, at: number): string {
  const decoded = decodeEntities(source)
  if (!decoded.ok) throw new MarkupFault(decoded.reason, at + decoded.at)
  return decoded.text
}

function readAttributes(source: string, at: number): MarkupAttribute[] {
  const attributes: MarkupAttribute[] = []
  for (const [, name = '', value = ''] of source.matchAll(ATTRIBUTE)) {
    if (attributes.some((one) => one.name === name))
      throw new MarkupFault(`The attribute ${quote(name)} stands twice.`, at)
    attributes.push({ name, value: decode(value, at) })
  }
  return attributes
}

/** Describes a `<` that begins none of our tags. */
function faultOf(source: string, at: number): MarkupFault {
  const rest = source.slice(at, at + 40)
  if (rest.startsWith('<!--')) return new MarkupFault('Comments are not allowed.', at)
  if (rest.startsWith('<!') || rest.startsWith('<?'))
    return new MarkupFault('Declarations and CDATA are not allowed.', at)
  const [, name] = /^<\/?([a-zA-Z][^\s>/]*)/.exec(rest) ?? []
  if (name === undefined) return new MarkupFault('A "<" in the text must be written as &lt;.', at)
  return new MarkupFault(`The tag ${quote(name)} is not written in the allowed form.`, at)
}

/**
 * Splits a source into tags and texts. Tags are lower case with double-quoted attributes, as editors write them;
 * every other spelling is refused, because browsers would repair it in ways that a check cannot predict.
 */
export function* readTokens(source: string): Generator<MarkupToken, void, void> {
  let at = 0
  while (at < source.length) {
    if (source[at] !== '<') {
      const next = source.indexOf('<', at)
      const end = next < 0 ? source.length : next
      yield { kind: 'text', text: decode(source.slice(at, end), at), at }
      at = end
      continue
    }
    const open = matchAt(OPEN, source, at)
    const close = open ? null : matchAt(CLOSE, source, at)
    const [whole = '', tag = '', attributes = '', slash] = open ?? close ?? []
    if (whole === '') throw faultOf(source, at)
    yield open
      ? { kind: 'open', tag, attributes: readAttributes(attributes, at), isClosed: slash === '/', at }
      : { kind: 'close', tag, at }
    at += whole.length
  }
}
