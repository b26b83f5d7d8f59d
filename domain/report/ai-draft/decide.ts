import type { Span } from '../cut-sentences.ts'
import { cutInline, sliceInline } from '../inline-letters.ts'
import { parseMarkup } from '../markup.ts'
import type { MarkupElement, MarkupNode } from '../markup-node.ts'
import { isEmptyMarkup, serialiseMarkup } from '../markup-text.ts'
import type { SignedParts } from '../signed-content.ts'
import { rewriteLines, type TextLine } from '../text-lines.ts'
import { type AiPart, type AiRegion, opensTable, readAiPart } from './ai-regions.ts'
import { AI_PARTS, type AiPiece, type AiSentence, sentencesIn } from './ai-sentences.ts'
import { putBlock } from './put-block.ts'

/** What a doctor makes of one sentence: their own as it stands, their own in other words, or gone. */
export type AiDecision = { kind: 'accept' } | { kind: 'edit'; words: string } | { kind: 'drop' }

type Part = keyof SignedParts

/**
 * The report's text after a decision on one sentence. What is accepted or edited leaves the marks and stands at the end of
 * the doctor's own words of its part; what is dropped is gone. With the last sentence the marks go too. A sentence that is
 * not there any more changes nothing. `isOneText`: the result's headings lead to no other part.
 */
export function decideAiSentence(
  text: SignedParts,
  { part, at }: Pick<AiSentence, 'part' | 'at'>,
  decision: AiDecision,
  isOneText = false,
): SignedParts {
  const read = readAiPart(text[part])
  const found = read && findPiece(read, part, at)
  if (!read || !found) return text
  const { region, piece, isLast } = found
  const cuts = isLast ? wholeRegion(region) : [{ line: piece.line, ...withGap(piece, region, read.lines) }]
  const tops = withoutCuts(read, cuts)
  const block = decision.kind === 'drop' ? undefined : blockOf(piece, read.lines, decision)
  const target = isOneText ? part : targetOf(text, piece.target, part)
  const own = block && target === part ? block : undefined
  const next = { ...text, [part]: joined(tops, own, topOf(region, read.lines)) }
  return block && !own ? { ...next, [target]: appended(next[target], block) } : next
}

/** The text without marks between which no sentence is left. */
export function clearBareMarks(text: SignedParts): SignedParts {
  const next = { ...text }
  for (const part of AI_PARTS) {
    const read = readAiPart(text[part])
    if (!read) continue
    const bare = read.regions.filter((region) => sentencesIn(region, read, part).length === 0)
    next[part] = joined(withoutCuts(read, bare.flatMap(wholeRegion)), undefined, 0)
  }
  return next
}

interface Cut extends Span {
  line: number
}

function findPiece(read: AiPart, part: Part, at: number) {
  let before = 0
  for (const region of read.regions) {
    const pieces = sentencesIn(region, read, part)
    const piece = pieces[at - before]
    if (piece) return { region, piece, isLast: pieces.length === 1 }
    before += pieces.length
  }
  return undefined
}

const wholeRegion = ({ marks, spans }: AiRegion): Cut[] => [...marks, ...spans]

const topOf = ({ marks: [mark] }: AiRegion, lines: readonly TextLine[]) => lines[mark?.line ?? 0]?.top ?? 0

/** The sentence with the blanks behind it, or before it where it is the last of its line. */
function withGap({ line, from, to }: AiPiece, { spans }: AiRegion, lines: readonly TextLine[]): Span {
  const span = spans.find((one) => one.line === line && one.from <= from && to <= one.to)
  if (!span) return { from, to }
  const letters = lines[line]?.letters ?? ''
  const behind = /^\s*/u.exec(letters.slice(to, span.to))?.[0].length ?? 0
  if (to + behind < span.to) return { from, to: to + behind }
  const before = /\s*$/u.exec(letters.slice(span.from, from))?.[0].length ?? 0
  return { from: from - before, to: span.to }
}

function withoutCuts({ nodes }: AiPart, cuts: readonly Cut[]): MarkupNode[][] {
  let at = -1
  return rewriteLines(
    nodes,
    (line) => {
      at += 1
      const own = cuts.filter((cut) => cut.line === at)
      if (own.length === 0) return undefined
      return line.isWhole ? [] : cutInline(line.nodes, own)
    },
    opensTable,
  )
}

function joined(tops: readonly MarkupNode[][], block: MarkupElement | undefined, top: number): string {
  const before = tops.slice(0, top).flat()
  const after = tops.slice(top).flat()
  return serialiseMarkup([...(block ? putBlock(before, block) : before), ...after])
}

/** A part whose text cannot be read takes nothing: the sentence then stays where it stands. */
const targetOf = (text: SignedParts, target: Part, part: Part): Part =>
  parseMarkup(text[target]).ok ? target : part

/** At the end of the doctor's own words, before what an AI company wrote in that part. */
function appended(html: string, block: MarkupElement): string {
  if (isEmptyMarkup(html)) return serialiseMarkup([block])
  const parsed = parseMarkup(html)
  if (!parsed.ok) return html
  const read = readAiPart(html)
  const [region] = read?.regions ?? []
  const top = read && region ? topOf(region, read.lines) : parsed.nodes.length
  return serialiseMarkup([...putBlock(parsed.nodes.slice(0, top), block), ...parsed.nodes.slice(top)])
}

function blockOf(
  piece: AiPiece,
  lines: readonly TextLine[],
  decision: Exclude<AiDecision, { kind: 'drop' }>,
): MarkupElement | undefined {
  const line = lines[piece.line]
  if (!line) return undefined
  const [whole] = line.nodes
  if (line.isWhole) return whole?.kind === 'element' ? whole : undefined
  const inside: MarkupNode[] =
    decision.kind === 'edit'
      ? [{ kind: 'text', text: plainWords(decision.words) }]
      : sliceInline(line.nodes, piece)
  const { block, list } = line
  if (list && block?.tag !== 'h1' && block?.tag !== 'h2' && block?.tag !== 'h3')
    return itemOf(list, block, inside)
  return paragraphOf(block, inside)
}

function itemOf(list: MarkupElement, block: MarkupElement | undefined, inside: MarkupNode[]): MarkupElement {
  const p = paragraphOf(block, inside)
  const children: MarkupNode[] = [{ kind: 'element', tag: 'li', style: {}, children: [p] }]
  const around = { kind: 'element', style: list.style, ...(list.dir && { dir: list.dir }) } as const
  return list.tag === 'ol'
    ? { ...around, tag: 'ol', start: 1, numbering: list.numbering, children }
    : { ...around, tag: 'ul', children }
}

/** As the sentence stood: with its direction and its style. */
const paragraphOf = (block: MarkupElement | undefined, children: MarkupNode[]): MarkupElement =>
  block && 'children' in block ? { ...block, children } : { kind: 'element', tag: 'p', style: {}, children }

/** Words as a line of a report may hold them: without control characters, blanks joined. */
export const plainWords = (words: string) =>
  words
    .replace(/\p{Cc}|\p{Cs}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
