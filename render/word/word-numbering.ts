import type { ListNumbering } from '#domain/report/markup-node.ts'
import { childOf, readPart, valueOf, type WordNode } from './word-node.ts'

/** One level of a list on a page. */
export type ListLevel = { tag: 'ul' } | { tag: 'ol'; type: ListNumbering; start: number }

/** Word's names of numberings; every other one except bullets is counted in digits. */
const TYPES: Readonly<Record<string, ListNumbering>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

interface LevelRule {
  isBullet: boolean
  type: ListNumbering
  start: number
}

interface Numbering {
  /** The level of a style's paragraphs, by the style's id. */
  levelByStyle: ReadonlyMap<string, number>
  /** Lists with the same value continue one count. */
  countedAs: string
  levels: ReadonlyMap<number, LevelRule>
}

/** Counts the items of a document's lists as Word does: across paragraphs between them, by level. */
export class ListCounter {
  readonly #byNumId: ReadonlyMap<string, Numbering>
  readonly #counts = new Map<string, (number | undefined)[]>()
  readonly #restarted = new Set<string>()
  /** The open levels on the page, with the number that each began with. */
  #open: { key: string; levels: ListLevel[] } | undefined

  constructor(xml: string | undefined) {
    this.#byNumId = xml === undefined ? new Map() : numberingsOf(xml)
  }

  /** Closes the list at a paragraph that is not an item; the next item opens one that begins with its own number. */
  close(): void {
    this.#open = undefined
  }

  /** Returns the level of a style's paragraphs in a list; undefined if the list does not name the style. */
  levelOfStyle(numId: string, styleId: string | undefined): number | undefined {
    return this.#byNumId.get(numId)?.levelByStyle.get(styleId ?? '')
  }

  /**
   * Returns the levels around an item of a list, the innermost last; undefined if the document does not
   * define the list.
   */
  item(numId: string, level: number): ListLevel[] | undefined {
    const numbering = this.#byNumId.get(numId)
    if (!numbering) return undefined
    const number = this.#count(numId, numbering, level)
    const open = this.#open?.key === numbering.countedAs ? this.#open.levels : []
    const levels = Array.from({ length: level + 1 }, (_, at) => {
      const before = open[at]
      if (before) return before
      return levelOf(numbering.levels.get(at), at === level ? number : undefined)
    })
    this.#open = { key: numbering.countedAs, levels }
    return levels
  }

  #count(numId: string, { countedAs, levels }: Numbering, level: number): number {
    const counts = this.#counts.get(countedAs) ?? []
    this.#counts.set(countedAs, counts)
    const start = levels.get(level)?.start ?? 1
    // A list with its own start begins there once, whatever was counted before it.
    const own = `${numId} ${level}`
    const isFirst = !this.#restarted.has(own) && countedAs === `num ${numId}`
    this.#restarted.add(own)
    const number = isFirst || counts[level] === undefined ? start : counts[level] + 1
    counts[level] = number
    counts.length = level + 1
    return number
  }
}

function levelOf(rule: LevelRule | undefined, number: number | undefined): ListLevel {
  if (!rule || rule.isBullet) return { tag: 'ul' }
  return { tag: 'ol', type: rule.type, start: number ?? rule.start }
}

function numberingsOf(xml: string): Map<string, Numbering> {
  const parts = readPart(xml).find(({ name }) => name === 'w:numbering')?.children ?? []
  const all = parts.filter(({ name }) => name === 'w:abstractNum')
  // A list that follows a list style is defined at that style.
  const definitionOf = (part: WordNode): WordNode => {
    const link = valueOf(part, 'w:numStyleLink')
    return (link !== undefined && all.find((one) => valueOf(one, 'w:styleLink') === link)) || part
  }
  const abstract = new Map(all.map((part) => [part.attributes['w:abstractNumId'] ?? '', definitionOf(part)]))
  return new Map(
    parts
      .filter(({ name }) => name === 'w:num')
      .map((part): [string, Numbering] => {
        const numId = part.attributes['w:numId'] ?? ''
        const base = valueOf(part, 'w:abstractNumId') ?? ''
        const changed = part.children.filter(({ name }) => name === 'w:lvlOverride')
        const defined = abstract.get(base)?.children ?? []
        const levels = rulesIn(defined)
        for (const override of changed) change(levels, override)
        const countedAs = changed.length > 0 ? `num ${numId}` : `abstract ${base}`
        return [numId, { countedAs, levels, levelByStyle: stylesIn(defined) }]
      }),
  )
}

function change(levels: Map<number, LevelRule>, override: WordNode): void {
  const level = Number(override.attributes['w:ilvl'] ?? '0')
  const own = childOf(override, 'w:lvl')
  const start = valueOf(override, 'w:startOverride')
  const before = (own && ruleOf(own)) ?? levels.get(level)
  if (before) levels.set(level, { ...before, ...(start !== undefined && { start: Number(start) }) })
}

const rulesIn = (parts: readonly WordNode[]): Map<number, LevelRule> =>
  new Map(
    parts
      .filter(({ name }) => name === 'w:lvl')
      .map((part) => [Number(part.attributes['w:ilvl'] ?? '0'), ruleOf(part)]),
  )

const stylesIn = (parts: readonly WordNode[]): Map<string, number> =>
  new Map(
    parts.flatMap((part): [string, number][] => {
      const style = part.name === 'w:lvl' ? valueOf(part, 'w:pStyle') : undefined
      return style === undefined ? [] : [[style, Number(part.attributes['w:ilvl'] ?? '0')]]
    }),
  )

function ruleOf(level: WordNode): LevelRule {
  const format = valueOf(level, 'w:numFmt') ?? 'decimal'
  return {
    isBullet: format === 'bullet' || format === 'none',
    type: TYPES[format] ?? '1',
    start: Number(valueOf(level, 'w:start') ?? '1'),
  }
}
