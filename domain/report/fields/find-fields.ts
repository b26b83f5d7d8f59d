import { parseMarkup } from '../markup.ts'
import type { MarkupNode } from '../markup-node.ts'
import { isInline } from '../markup-rules.ts'
import { type FieldProblem, readField, type TemplateField } from './template-field.ts'

/** A field and its place in its line. */
export interface FoundField {
  field: TemplateField
  /** Indexes in the line, brackets included. */
  from: number
  to: number
}

/** Brackets that are not a field. */
export interface BrokenField {
  /** The text as in the line, truncated if long. */
  source: string
  problem: FieldProblem
}

/** Placeholder for a picture in a line, as the editor's own text has it. */
export const PICTURE_IN_LINE = '\ufffc'

const BRACKETS = /\[\[([^[\]\n\t\ufffc]*)\]\]/gu
const SOURCE_MAX = 40

/** The fields of one line, in order; brackets that do not parse as a field are ordinary text. */
export function fieldsInLine(line: string): FoundField[] {
  return [...line.matchAll(BRACKETS)].flatMap((match) => {
    const read = readField(match[1] ?? '')
    return read.ok ? [{ field: read.field, from: match.index, to: match.index + match[0].length }] : []
  })
}

/** Brackets of one line that were meant as a field but do not parse as one. */
export function brokenInLine(line: string): BrokenField[] {
  const broken = [...line.matchAll(BRACKETS)].flatMap(([source, inside = '']) => {
    const read = readField(inside)
    return read.ok ? [] : [{ source: cut(source), problem: read.problem }]
  })
  const rest = line.replace(BRACKETS, PICTURE_IN_LINE)
  const open = [...rest.matchAll(/\[\[[^[\n\t\ufffc]*/gu)].map(([source]) => ({
    source: cut(source),
    problem: 'not_closed' as const,
  }))
  return [...broken, ...open]
}

const cut = (source: string) => (source.length > SOURCE_MAX ? `${source.slice(0, SOURCE_MAX)}…` : source)

/**
 * The lines of a part's markup as its editor sees them: the text of one paragraph, item or cell, split at line breaks.
 * Invalid markup is one line.
 */
export function linesOfMarkup(html: string): string[] {
  const parsed = parseMarkup(html)
  return parsed.ok ? linesOfNodes(parsed.nodes).filter((line) => line !== '') : [html]
}

function linesOfNodes(nodes: readonly MarkupNode[]): string[] {
  const lines: string[] = []
  let run = ''
  const end = () => {
    lines.push(...run.split('\n'))
    run = ''
  }
  for (const node of nodes) {
    if (node.kind === 'text' || isInline(node.tag)) run += lettersOf(node)
    else {
      end()
      if ('children' in node) lines.push(...linesOfNodes(node.children))
    }
  }
  end()
  return lines
}

function lettersOf(node: MarkupNode): string {
  // The screen shows a line end of the source as a space.
  if (node.kind === 'text') return node.text.replace(/[ \t]*[\r\n]\s*/g, ' ')
  if (node.tag === 'br') return '\n'
  return 'children' in node ? node.children.map(lettersOf).join('') : PICTURE_IN_LINE
}

/** The fields of a part's markup, in order. */
export const fieldsInMarkup = (html: string): TemplateField[] =>
  linesOfMarkup(html).flatMap((line) => fieldsInLine(line).map(({ field }) => field))

/** Brackets of a part's markup that do not parse as a field. */
export const brokenInMarkup = (html: string): BrokenField[] => linesOfMarkup(html).flatMap(brokenInLine)
