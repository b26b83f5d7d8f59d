import type { MarkupTag } from '#domain/report/markup-node.ts'
import { TAG_RULES } from '#domain/report/markup-rules.ts'
import { readStyleProperty, STYLE_PROPERTIES, writeStyle } from '#domain/report/markup-style.ts'

/** Minimum difference between a colour's channels for it to count as deliberately chosen. */
const MIN_CHROMA = 48

/**
 * Black, white and greys come from the look of the source program: white on dark here, black on paper. Kept, they would
 * be unreadable on one of the two. A red or a yellow is deliberate.
 */
function isChosenColour(hex: string): boolean {
  const channels = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
  return Math.max(...channels) - Math.min(...channels) >= MIN_CHROMA
}

/** Names used by Word and mail programs; `windowtext`, `black` and other names are not chosen colours. */
const NAMED_COLOURS: Record<string, string> = {
  aqua: '#00ffff',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  teal: '#008080',
  yellow: '#ffff00',
}

/** The style attribute that a pasted element may keep under the report's rules; empty for none. */
export function keptStyle(element: HTMLElement, tag: MarkupTag): string {
  const rule: { styles?: readonly string[] } = TAG_RULES[tag]
  const kept = STYLE_PROPERTIES.filter((name) => rule.styles?.includes(name)).map((name) => {
    const value = (element.style.getPropertyValue(name) || legacyValue(element, name)).trim().toLowerCase()
    return readStyleProperty(name, NAMED_COLOURS[value] ?? value) ?? {}
  })
  const style = Object.assign({}, ...kept)
  if (style.color && !isChosenColour(style.color)) delete style.color
  if (style.backgroundColor && !isChosenColour(style.backgroundColor)) delete style.backgroundColor
  return writeStyle(style)
}

/** Legacy attributes still used by mail programs and web pages. */
function legacyValue(element: HTMLElement, property: string): string {
  if (property === 'text-align') return element.getAttribute('align') ?? ''
  if (property === 'color') return element.getAttribute('color') ?? ''
  if (property === 'background-color')
    return element.style.background || element.getAttribute('bgcolor') || ''
  return ''
}

const MARKS = [
  ['strong', (style: CSSStyleDeclaration) => /^(bold|bolder|[6-9]00)$/.test(style.fontWeight)],
  ['em', (style: CSSStyleDeclaration) => /^(italic|oblique)/.test(style.fontStyle)],
  ['u', (style: CSSStyleDeclaration) => decorationOf(style).includes('underline')],
  ['s', (style: CSSStyleDeclaration) => decorationOf(style).includes('line-through')],
  ['sup', (style: CSSStyleDeclaration) => style.verticalAlign === 'super'],
  ['sub', (style: CSSStyleDeclaration) => style.verticalAlign === 'sub'],
] as const

const decorationOf = (style: CSSStyleDeclaration) => `${style.textDecoration} ${style.textDecorationLine}`

/** Marks that a pasted run has in its style instead of tags. */
export function marksOfStyle(element: HTMLElement): readonly MarkupTag[] {
  return MARKS.filter(([, matches]) => matches(element.style)).map(([tag]) => tag)
}
