import type { FontSet } from '../fonts/font-set.ts'
import { DIRECTION_CONTROLS } from '../fonts/paper-font.ts'
import { visualOrder, type WritingDirection } from './bidi.ts'
import { type BrokenLine, breakLines } from './break-lines.ts'
import type { Inline } from './inline.ts'
import { joinParagraph, type ParagraphText } from './paragraph-text.ts'
import { isReordered, type Piece, shapeRange } from './pieces.ts'
import { cutsOf, type Word, wordsOf } from './words.ts'

/** One line, with its pieces from left to right. Heights in points. */
export interface Line {
  pieces: Piece[]
  /** Indexes into `pieces` in reading order. */
  reading: number[]
  /** Stretches of `reading` (from, before) whose text must be written beside the glyphs. */
  spoken: SpokenRange[]
  width: number
  /** Above and below the baseline; their sum is the height of the line. */
  ascent: number
  descent: number
  /** Ends by a forced break or with the paragraph: never justified. */
  isLast: boolean
  /** The number of pieces that are spaces which justification may widen. */
  gaps: number
}

export interface SpokenRange {
  from: number
  to: number
  text: string
}

export interface SetParagraph {
  lines: Line[]
  direction: WritingDirection
}

export interface LineOptions {
  width: number
  direction?: WritingDirection | undefined
  /** Type size of an empty line. */
  size: number
}

/** Distance of baselines in type sizes, unless the fonts need more. */
const LEADING = 1.38

interface ShapedWord extends Word {
  pieces: Piece[]
  width: number
}

/** Breaks a paragraph into lines of at most `width`; wider images are scaled down, wider words are cut. */
export function setLines(fonts: FontSet, inlines: readonly Inline[], options: LineOptions): SetParagraph {
  const paragraph = joinParagraph(fitImages(inlines, options.width), options.direction)
  const words = shapedWords(fonts, paragraph)
  const broken = breakLines(words, options.width, (word, width) => cutWord(fonts, paragraph, word, width))
  return {
    direction: paragraph.direction,
    lines: broken.map((line) => lineOf(fonts, line, options.size)),
  }
}

/** Returns the narrowest and widest widths of a paragraph: its longest word, and its longest line without wrapping. */
export function measureText(fonts: FontSet, inlines: readonly Inline[]): { least: number; most: number } {
  let least = 0
  let most = 0
  let line = 0
  for (const word of shapedWords(fonts, joinParagraph(inlines, undefined))) {
    line = word.kind === 'break' ? 0 : line + word.width
    most = Math.max(most, line)
    if (word.kind === 'word') least = Math.max(least, word.width)
  }
  return { least, most }
}

export const isSpace = (piece: Piece): boolean => piece.kind === 'text' && /^\s+$/.test(piece.text)

function fitImages(inlines: readonly Inline[], width: number): Inline[] {
  return inlines.map((inline) => {
    if (inline.kind !== 'image' || inline.width <= width) return inline
    return { ...inline, width, height: (inline.height * width) / inline.width }
  })
}

function shapedWords(fonts: FontSet, paragraph: ParagraphText): ShapedWord[] {
  return wordsOf(paragraph.text).map((word) => shapeWord(fonts, paragraph, word))
}

function shapeWord(fonts: FontSet, paragraph: ParagraphText, word: Word): ShapedWord {
  const pieces = word.kind === 'break' ? [] : shapeRange(fonts, paragraph, word.start, word.end)
  return { ...word, pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) }
}

/** Cuts at the last letter that still fits; at least one letter goes to the first part. */
function cutWord(
  fonts: FontSet,
  paragraph: ParagraphText,
  word: ShapedWord,
  width: number,
): [ShapedWord, ShapedWord] | undefined {
  const cuts = cutsOf(paragraph.text.slice(word.start, word.end))
  const head = (cut: number) => shapeWord(fonts, paragraph, { ...word, end: word.start + cut })
  let low = 0
  let high = cuts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (head(cuts[middle] ?? 0).width <= width) low = middle
    else high = middle - 1
  }
  const cut = cuts[low]
  if (cut === undefined) return undefined
  return [head(cut), shapeWord(fonts, paragraph, { ...word, start: word.start + cut })]
}

function lineOf(fonts: FontSet, line: BrokenLine<ShapedWord>, size: number): Line {
  const words = [...line.words]
  while (words.at(-1)?.kind === 'space') words.pop()
  const logical = words.flatMap((word) => word.pieces)
  const placed = visualOrder(logical.map((piece) => piece.level)).flatMap((place) => {
    const piece = logical[place]
    return piece ? [{ piece, place }] : []
  })
  const pieces = placed.map(({ piece }) => piece)
  const reading = pieces.map((_, at) => at).sort((a, b) => (placed[a]?.place ?? 0) - (placed[b]?.place ?? 0))
  const strut = leaded(fonts.pick(0x20, { bold: false, italic: false }), size)
  const heights = pieces.map(heightsOf)
  return {
    pieces,
    reading,
    spoken: spokenRanges(logical),
    width: line.width,
    ascent: Math.max(strut.ascent, ...heights.map((height) => height.ascent)),
    descent: Math.max(strut.descent, ...heights.map((height) => height.descent)),
    isLast: line.isLast,
    gaps: pieces.filter(isSpace).length,
  }
}

/** Joins reordered words with the blanks between them, so that phrases are copied whole. */
function spokenRanges(logical: readonly Piece[]): SpokenRange[] {
  const ranges: SpokenRange[] = []
  let open: Piece[] = []
  let blanks: Piece[] = []
  const close = (to: number) => {
    if (open.length > 0) ranges.push({ from: to - open.length, to, text: textOf(open) })
    open = []
    blanks = []
  }
  for (const [at, each] of logical.entries()) {
    if (isReordered(each)) {
      open.push(...blanks, each)
      blanks = []
    } else if (open.length > 0 && isSpace(each)) blanks.push(each)
    else close(at - blanks.length)
  }
  close(logical.length - blanks.length)
  return ranges
}

function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
    .replace(DIRECTION_CONTROLS, '')
}

function heightsOf(piece: Piece): { ascent: number; descent: number } {
  if (piece.kind === 'image') return { ascent: piece.height + 2, descent: 2 }
  const { ascent, descent } = leaded(piece.font, piece.size)
  return { ascent: ascent + piece.rise, descent: descent - piece.rise }
}

/**
 * Returns a font's own height with the leading spread evenly; fonts that need more, such as Naskh, get it, so
 * that no ink touches the next line.
 */
function leaded(
  font: { ascent: number; descent: number },
  size: number,
): { ascent: number; descent: number } {
  const own = font.ascent + font.descent
  const half = Math.max(0, LEADING - own) / 2
  return { ascent: (font.ascent + half) * size, descent: (font.descent + half) * size }
}
