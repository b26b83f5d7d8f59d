import { lettersOfInline } from './inline-letters.ts'
import { BLOCK_TAGS, type MarkupElement, type MarkupNode } from './markup-node.ts'
import { isInline } from './markup-rules.ts'

/** A paragraph, a heading, an item or a bare run of a text; a table or a rule counts as one. */
export interface TextLine {
  nodes: readonly MarkupNode[]
  letters: string
  /** The paragraph or heading around it. */
  block: MarkupElement | undefined
  /** The innermost list that it is an item of. */
  list: MarkupElement | undefined
  /** The number of the outermost node that holds it. */
  top: number
  /** It is a table or a rule: nothing is cut out of it. */
  isWhole: boolean
}

/** Returns what stands in the line's place; undefined leaves it as it is. */
export type LineVisit = (line: TextLine) => readonly MarkupNode[] | undefined

interface Around {
  top: number
  list: MarkupElement | undefined
  opensTable: (table: MarkupElement) => boolean
}

const KEPT_EMPTY: ReadonlySet<string> = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'table', 'colgroup'])

/**
 * Walks the lines of a text in their order and sets what `visit` returns in their place. A line of which nothing is left
 * goes with the list or quotation that held nothing else; cells stay. Tables are one line each, but for those that
 * `opensTable`. Returns what stands in the place of each outermost node.
 */
export function rewriteLines(
  nodes: readonly MarkupNode[],
  visit: LineVisit,
  opensTable: (table: MarkupElement) => boolean = () => false,
): MarkupNode[][] {
  const tops: MarkupNode[][] = nodes.map(() => [])
  for (const { at, run } of runsOf(nodes))
    tops[at] = walk(run, visit, { top: at, list: undefined, opensTable })
  return tops
}

/** Neighbours that run in one line together; every block by itself. */
function runsOf(nodes: readonly MarkupNode[]): { at: number; run: MarkupNode[] }[] {
  const runs: { at: number; run: MarkupNode[] }[] = []
  nodes.forEach((node, at) => {
    const last = runs.at(-1)
    const before = last?.run.at(-1)
    if (last && before && runsInLine(before) && runsInLine(node)) last.run.push(node)
    else runs.push({ at, run: [node] })
  })
  return runs
}

const isBlock = (tag: string) => BLOCK_TAGS.some((one) => one === tag)
const runsInLine = (node: MarkupNode) => node.kind === 'text' || isInline(node.tag)

function walk(nodes: readonly MarkupNode[], visit: LineVisit, around: Around): MarkupNode[] {
  return runsOf(nodes).flatMap(({ run }) => {
    const [node] = run
    if (!node || node.kind === 'text' || isInline(node.tag)) return lineOf(run, undefined, visit, around)
    if (node.tag === 'hr' || (node.tag === 'table' && !around.opensTable(node)))
      return [
        ...(visit({ ...around, nodes: [node], letters: '', block: undefined, isWhole: true }) ?? [node]),
      ]
    if (!('children' in node)) return [node]
    if (isBlock(node.tag)) return lineOf(node.children, node, visit, around)
    const list = node.tag === 'ul' || node.tag === 'ol' ? node : around.list
    const children = walk(node.children, visit, { ...around, list })
    const isGone = children.length === 0 && node.children.length > 0 && !KEPT_EMPTY.has(node.tag)
    return isGone ? [] : [{ ...node, children }]
  })
}

function lineOf(
  nodes: readonly MarkupNode[],
  block: MarkupElement | undefined,
  visit: LineVisit,
  around: Around,
): MarkupNode[] {
  const next = visit({ ...around, nodes, letters: lettersOfInline(nodes), block, isWhole: false })
  const as = (inside: readonly MarkupNode[]) =>
    block ? [{ ...block, children: [...inside] } as MarkupNode] : [...inside]
  if (next === undefined) return as(nodes)
  return lettersOfInline(next).trim() === '' ? [] : as(next)
}
