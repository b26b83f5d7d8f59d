import { childOf, readPart, switchOf, valueOf, type WordNode } from './word-node.ts'

/** The settings of a style for a paragraph or run, including its ancestors'. */
export interface WordStyle {
  name: string
  isHidden: boolean
  align: string | undefined
  isRtl: boolean | undefined
  color: string | undefined
  /** Shade of a paragraph. */
  fill: string | undefined
  numbering: { numId: string; level: string } | undefined
}

const NONE: WordStyle = {
  name: '',
  isHidden: false,
  align: undefined,
  isRtl: undefined,
  color: undefined,
  fill: undefined,
  numbering: undefined,
}
/** Styles are based on styles; this limit ends a circle. */
const ANCESTORS_MAX = 12

/** Returns the settings of a style of the document, by its id; an unknown style has none. */
export function stylesOf(xml: string | undefined): (id: string | undefined) => WordStyle {
  const root = xml === undefined ? undefined : readPart(xml).find(({ name }) => name === 'w:styles')
  const byId = new Map(
    (root?.children ?? []).flatMap((style): [string, WordNode][] =>
      style.name === 'w:style' ? [[style.attributes['w:styleId'] ?? '', style]] : [],
    ),
  )
  const known = new Map<string, WordStyle>()
  const find = (id: string | undefined, depth: number): WordStyle => {
    const style = id === undefined ? undefined : byId.get(id)
    if (id === undefined || !style || depth > ANCESTORS_MAX) return NONE
    const before = known.get(id)
    if (before) return before
    const based = find(valueOf(style, 'w:basedOn'), depth + 1)
    const [paragraph, run] = [childOf(style, 'w:pPr'), childOf(style, 'w:rPr')]
    const numbers = childOf(paragraph, 'w:numPr')
    const numId = valueOf(numbers, 'w:numId') ?? based.numbering?.numId
    const own: WordStyle = {
      name: valueOf(style, 'w:name') ?? '',
      isHidden: switchOf(run, 'w:vanish') ?? based.isHidden,
      align: valueOf(paragraph, 'w:jc') ?? based.align,
      isRtl: switchOf(paragraph, 'w:bidi') ?? based.isRtl,
      color: valueOf(run, 'w:color') ?? based.color,
      fill: childOf(paragraph, 'w:shd')?.attributes['w:fill'] ?? based.fill,
      numbering:
        numId === undefined
          ? undefined
          : { numId, level: valueOf(numbers, 'w:ilvl') ?? based.numbering?.level ?? '0' },
    }
    known.set(id, own)
    return own
  }
  return (id) => find(id, 0)
}
