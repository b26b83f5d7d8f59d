import { cutSentences, type Span, trimmed } from '../cut-sentences.ts'
import { PICTURE_IN_LINE } from '../fields/find-fields.ts'
import { sliceInline } from '../inline-letters.ts'
import { markupToText } from '../markup-text.ts'
import type { SignedParts } from '../signed-content.ts'
import type { TextLine } from '../text-lines.ts'
import { type AiPart, type AiRegion, type LineSpan, readAiPart } from './ai-regions.ts'
import { sectionNameOf } from './section-names.ts'
import { isPlainRun, runsOf, type SentenceRun } from './sentence-runs.ts'

type Part = keyof SignedParts

/** What an AI result says at one place; `table` and `picture` have no words that could be written otherwise. */
export type AiSentenceKind = 'sentence' | 'heading' | 'table' | 'picture'

/** One sentence of an AI result that nobody has decided on. */
export interface AiSentence {
  /** The part of the report in which it stands between marks. */
  part: Part
  /** Its number among those of this part. */
  at: number
  kind: AiSentenceKind
  words: string
  /** The same letters, raised and lowered ones by themselves. */
  runs: SentenceRun[]
  /** Plain words say the same, so that it can be written in others. */
  isPlain: boolean
  /** Where it goes once it is the doctor's: what the result's own headings say, else where it stands. */
  target: Part
  /** Who wrote it, as the first mark says. */
  source: string
}

/** A piece of a region: a sentence, or the name of a section, which nobody has to decide on. */
export interface AiPiece extends LineSpan {
  kind: AiSentenceKind | 'section'
  target: Part
}

/** The parts of a report in which an AI result may stand, in the order of the page. */
export const AI_PARTS = ['report_data', 'conclusion', 'recommendation'] as const satisfies readonly Part[]

/** Cuts a region into its pieces, in their order: every letter that is no blank stands in one of them. */
export function piecesOf(
  { spans }: Pick<AiRegion, 'spans'>,
  lines: readonly TextLine[],
  part: Part,
): AiPiece[] {
  let target = part
  return spans.flatMap((span): AiPiece[] => {
    const line = lines[span.line]
    if (!line) return []
    if (line.isWhole) return line.nodes.some(isTable) ? [{ ...span, kind: 'table', target }] : []
    const isHeading = line.block !== undefined && line.block.tag !== 'p'
    return cutSpan(line.letters, span, isHeading).flatMap((one) => {
      const name = sectionNameOf(line.letters.slice(one.from, one.to))
      if (name) target = name.part
      const begun = one.from + (name?.length ?? 0)
      const section = name?.length
        ? [piece(line, span.line, { from: one.from, to: begun }, 'section', target)]
        : []
      const rest = piece(
        line,
        span.line,
        { from: begun, to: one.to },
        isHeading || name?.isLabelAlone ? 'heading' : 'sentence',
        target,
      )
      return rest.from < rest.to ? [...section, rest] : section
    })
  })
}

const isTable = (node: TextLine['nodes'][number]) => node.kind === 'element' && node.tag === 'table'

/** A heading is one sentence however it is written. */
function cutSpan(letters: string, { from, to }: Span, isHeading: boolean): Span[] {
  const inside = letters.slice(from, to)
  const spans = isHeading ? [{ from: 0, to: inside.length }] : cutSentences(inside)
  return spans.map((one) => ({ from: from + one.from, to: from + one.to }))
}

function piece(
  { letters }: TextLine,
  line: number,
  span: Span,
  kind: AiPiece['kind'],
  target: Part,
): AiPiece {
  const inside = trimmed(letters, span)
  const isPicture = kind !== 'section' && wordsIn(letters, inside) === ''
  return { ...inside, line, kind: isPicture ? 'picture' : kind, target }
}

const wordsIn = (letters: string, { from, to }: Span) =>
  letters.slice(from, to).replaceAll(PICTURE_IN_LINE, ' ').replace(/\s+/gu, ' ').trim()

/** The sentences of one region. */
export const sentencesIn = (region: AiRegion, { lines }: AiPart, part: Part): AiPiece[] =>
  piecesOf(region, lines, part).filter(({ kind }) => kind !== 'section')

/** What stands between the marks of AI results, sentence by sentence, in the order of the page. */
export interface AiDraft {
  sentences: AiSentence[]
  /** Parts with marks between which no sentence is left: the marks alone have to go. */
  bare: Part[]
}

/** Reads what nobody has decided on yet out of a report's text. */
export function readAiDraft(text: SignedParts): AiDraft {
  const draft: AiDraft = { sentences: [], bare: [] }
  for (const part of AI_PARTS) {
    const read = readAiPart(text[part])
    if (!read) continue
    const found = read.regions.map((region) => ({ region, pieces: sentencesIn(region, read, part) }))
    if (found.some(({ pieces }) => pieces.length === 0)) draft.bare.push(part)
    const all = found.flatMap(({ region: { source }, pieces }) => pieces.map((one) => ({ ...one, source })))
    draft.sentences.push(...all.map((one, at) => sentenceOf(one, at, part, read)))
  }
  return draft
}

function sentenceOf(
  { line, kind, target, source, ...span }: AiPiece & { source: string },
  at: number,
  part: Part,
  { lines }: AiPart,
): AiSentence {
  const found = lines[line]
  const said = { part, at, kind: kind === 'section' ? 'heading' : kind, target, source } as const
  if (kind === 'table') {
    const words = markupToText(found?.nodes ?? [])
    return { ...said, words, runs: [{ words }], isPlain: false }
  }
  const inside = sliceInline(found?.nodes ?? [], span)
  return {
    ...said,
    words: wordsIn(found?.letters ?? '', span),
    runs: runsOf(inside),
    isPlain: isPlainRun(inside),
  }
}
