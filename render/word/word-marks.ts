import { valueOf, type WordNode } from './word-node.ts'
import type { ListLevel } from './word-numbering.ts'

/** Styles of ours by their form on a page: `p[align='center']:fresh`. */
export type WordMarks = Map<string, { id: string; kind: 'paragraph' | 'character' }>

/** Returns `ol[start='5'] > li > ul > li:fresh`, each list with the attributes that distinguish it from another. */
export function listPath(levels: readonly ListLevel[], isRtl: boolean): string {
  const dir = isRtl ? "[dir='rtl']" : ''
  const lists = levels.map((level) => {
    if (level.tag === 'ul') return `ul${dir}`
    const type = level.type === '1' ? '' : `[type='${level.type}']`
    const start = level.start === 1 ? '' : `[start='${level.start}']`
    return `ol${type}${start}${dir}`
  })
  return `${lists.join(' > li > ')} > li:fresh`
}

/** Returns properties as a style attribute; omits undefined ones. */
export const cssOf = (properties: Record<string, string | undefined>): string =>
  Object.entries(properties)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('; ')

const OWN = 'readroom-'
/** Returns true if the properties name one of our marking styles, which a document cannot have itself. */
export const isOwn = (properties: WordNode | undefined, name: string) =>
  valueOf(properties, name)?.startsWith(OWN) ?? false

/** Returns the style of ours that becomes `path` on a page. */
export function markOf(
  { marks }: { marks: WordMarks },
  kind: 'paragraph' | 'character',
  path: string,
): string {
  const known = marks.get(path)
  if (known) return known.id
  const id = `${OWN}${marks.size}`
  marks.set(path, { id, kind })
  return id
}
