import { element, textElement, type WordNode, wordsIn } from './word-node.ts'

/** Fonts whose letters are signs. */
const SYMBOL_FONT = /^(?:symbol|wingdings(?: [23])?|webdings)$/i
/** The code points of signs in older documents. */
const SIGN = /[\uf020-\uf0ff]/u
const PARTS = /[\uf020-\uf0ff]|[^\uf020-\uf0ff]+/gu

/**
 * Returns the text of a run in a symbol font as symbols, which the converter knows by font and number: as
 * letters they could be neither read nor printed. Returns every other node unchanged.
 */
export function symbolsOf(node: WordNode, fonts: WordNode | undefined): WordNode[] {
  const font = fonts?.attributes['w:ascii'] ?? fonts?.attributes['w:hAnsi'] ?? ''
  const text = node.name === 'w:t' && SYMBOL_FONT.test(font) ? wordsIn(node) : ''
  if (!SIGN.test(text)) return [node]
  return (text.match(PARTS) ?? []).map((part) =>
    SIGN.test(part)
      ? element('w:sym', { 'w:font': font, 'w:char': part.charCodeAt(0).toString(16).toUpperCase() })
      : textElement(part),
  )
}
