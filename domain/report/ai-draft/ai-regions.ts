import { AI_TEXT_MARKS, hasMark, holdsAiMark } from '../ai-text-marks.ts'
import type { Span } from '../cut-sentences.ts'
import { parseMarkup } from '../markup.ts'
import type { MarkupNode } from '../markup-node.ts'
import { markupToText } from '../markup-text.ts'
import { rewriteLines, type TextLine } from '../text-lines.ts'

/** A stretch of one line, by the line's number. */
export interface LineSpan extends Span {
  line: number
}

/** What stands between the marks of one AI result in a part of a report. */
export interface AiRegion {
  /** The marks themselves; the first says what it is, where it is still there. */
  marks: LineSpan[]
  /** The line that says which company wrote it and when it came; empty where that was deleted. */
  source: string
  /** Its letters, line by line. */
  spans: LineSpan[]
}

export interface AiPart {
  nodes: MarkupNode[]
  lines: TextLine[]
  regions: AiRegion[]
}

const escaped = (words: string) => words.replace(/\./g, '\\.')
const MARKS = new RegExp(
  `((?:AI result of [^\\n]{1,250}?, received [^\\n.]{1,60}\\. )?${escaped(AI_TEXT_MARKS.begin)})|${escaped(AI_TEXT_MARKS.end)}`,
  'g',
)

/** A table that holds a mark is looked into; others stand as a whole. */
export const opensTable = (table: MarkupNode) => hasMark(markupToText([table]))

/**
 * Reads where AI text stands in a part. An end that has no beginning stands for itself; a beginning without an end counts
 * to the end of the part. Undefined where the part holds no mark, or is no markup of a report.
 */
export function readAiPart(html: string): AiPart | undefined {
  if (!holdsAiMark(html)) return undefined
  const parsed = parseMarkup(html)
  if (!parsed.ok) return undefined
  const lines: TextLine[] = []
  rewriteLines(
    parsed.nodes,
    (line) => {
      lines.push(line)
      return undefined
    },
    opensTable,
  )
  return { nodes: parsed.nodes, lines, regions: regionsOf(lines) }
}

function regionsOf(lines: readonly TextLine[]): AiRegion[] {
  const regions: AiRegion[] = []
  let open: AiRegion | undefined
  lines.forEach(({ letters }, line) => {
    let at = 0
    for (const { 0: words, 1: begin, index } of letters.matchAll(MARKS)) {
      const mark = { line, from: index, to: index + words.length }
      if (index > at) open?.spans.push({ line, from: at, to: index })
      at = mark.to
      if (begin === undefined && open) {
        open.marks.push(mark)
        open = undefined
        continue
      }
      const region = { marks: [mark], source: sourceIn(words), spans: [] }
      regions.push(region)
      open = begin === undefined ? undefined : region
    }
    if (at < letters.length || at === 0) open?.spans.push({ line, from: at, to: letters.length })
  })
  return regions
}

/** `AI result of Lumina Reads, received 20 Nov 2026, 10:04`, without the mark behind it. */
const sourceIn = (words: string) =>
  words
    .slice(0, -AI_TEXT_MARKS.begin.length)
    .replace(/\.\s*$/, '')
    .trim()
