import {
  MARKUP_ALIGNMENTS,
  type MarkupAlignment,
  type MarkupLength,
  type MarkupStyle,
} from './markup-node.ts'

export const STYLE_PROPERTIES = ['text-align', 'color', 'background-color', 'width', 'min-width'] as const
export type StyleProperty = (typeof STYLE_PROPERTIES)[number]

const two = (value: number) => value.toString(16).padStart(2, '0')

/** #rrggbb of `#abc`, `#aabbcc` or `rgb(1, 2, 3)`; undefined for anything else. */
function readColor(value: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase()
  if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(value)?.slice(1).map(Number)
  return parts?.every((part) => part <= 255) ? `#${parts.map(two).join('')}` : undefined
}

/** Pixels up to 10,000 or percent up to 100. */
function readLength(value: string): MarkupLength | undefined {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,4})?)(px|%)$/.exec(value) ?? []
  const size = Number(digits)
  if (unit === 'px' && size <= 10_000) return { value: size, unit }
  return unit === '%' && size <= 100 ? { value: size, unit } : undefined
}

const readAlignment = (value: string): MarkupAlignment | undefined =>
  MARKUP_ALIGNMENTS.find((alignment) => alignment === value)

/** How each property is parsed into the tree; a missing property does not compile. */
const READ = {
  'text-align': (value) => {
    const textAlign = readAlignment(value)
    return textAlign && { textAlign }
  },
  color: (value) => {
    const color = readColor(value)
    return color && { color }
  },
  'background-color': (value) => {
    const backgroundColor = readColor(value)
    return backgroundColor && { backgroundColor }
  },
  width: (value) => {
    const width = readLength(value)
    return width && { width }
  },
  'min-width': (value) => {
    const minWidth = readLength(value)
    return minWidth && { minWidth }
  },
} as const satisfies Record<StyleProperty, (value: string) => MarkupStyle | '' | undefined>

const isProperty = (name: string): name is StyleProperty => Object.hasOwn(READ, name)

/** One declaration as stored in the tree, or undefined if a report may not have its value. */
export function readStyleProperty(name: string, value: string): MarkupStyle | undefined {
  return isProperty(name) ? READ[name](value) || undefined : undefined
}

export type StyleAnswer = { ok: true; style: MarkupStyle } | { ok: false; reason: string }

/**
 * Reads a style attribute. `allowed` are the properties of its tag. Values are matched whole against plain colours,
 * lengths and words, so no function, address, escape or comment of CSS can pass.
 */
export function readStyle(text: string, allowed: readonly StyleProperty[]): StyleAnswer {
  const style: MarkupStyle = {}
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*?)\s*$/.exec(declaration) ?? []
    const property = allowed.find((one) => one === name)
    if (!property) return { ok: false, reason: `The style ${quote(name)} is not allowed here.` }
    const read = readStyleProperty(property, value)
    if (!read) return { ok: false, reason: `The value of the style ${quote(name)} is not allowed.` }
    if (Object.keys(read).some((key) => Object.hasOwn(style, key)))
      return { ok: false, reason: `The style ${quote(name)} stands twice.` }
    Object.assign(style, read)
  }
  return { ok: true, style }
}

/** A name in a reason: short, with only characters of names, so that no patient text leaks into a message. */
export function quote(name: string): string {
  return `"${name.replace(/[^a-z0-9:_-]/gi, '').slice(0, 30)}"`
}

const lengthText = ({ value, unit }: MarkupLength) => `${value}${unit}`

/** The text of the style attribute; empty for an empty style. */
export function writeStyle(style: MarkupStyle): string {
  return [
    style.textAlign && `text-align: ${style.textAlign}`,
    style.color && `color: ${style.color}`,
    style.backgroundColor && `background-color: ${style.backgroundColor}`,
    style.width && `width: ${lengthText(style.width)}`,
    style.minWidth && `min-width: ${lengthText(style.minWidth)}`,
  ]
    .filter(Boolean)
    .join('; ')
}
