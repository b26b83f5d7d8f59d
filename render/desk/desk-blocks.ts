import type { Block } from '../blocks/block.ts'
import type { ImageSize } from '../blocks/inlines-from-markup.ts'
import type { DeskFact, DeskPart } from '../desk-paper.ts'
import { columnsBlock, inlineBlock, textBlock } from '../paper/plain-blocks.ts'
import { mm } from '../paper/sheet.ts'
import type { DeskLook } from './desk-look.ts'
import { tableBlocks } from './desk-table.ts'
import { deskNumber, deskText } from './desk-text.ts'

type SizeOf = (imageId: string) => ImageSize
type PartOf<Kind extends DeskPart['kind']> = Extract<DeskPart, { kind: Kind }>
type Setter<Kind extends DeskPart['kind']> = (part: PartOf<Kind>, look: DeskLook, sizeOf: SizeOf) => Block[]

const GAP = 6
const SIGNATURE_WIDTH = mm(70)
const SIGNATURE_ROOM = mm(16)
/** Sums take the right part of a sheet, and the whole width of a roll. */
const SUMS_SHARE = 0.5
/** Of the sums' width; narrower from right to left, where the amounts end beside the labels and not at the edge. */
const AMOUNT_SHARE = { ltr: 0.45, rtl: 0.36 }
const LOGO_MAX_WIDTH = 0.6

const SETTERS: { [Kind in DeskPart['kind']]: Setter<Kind> } = {
  issuer: issuerBlocks,
  heading: ({ text }, look) => [
    deskText(text, { bold: true, size: look.large }, look, {
      align: 'center',
      before: GAP,
      after: GAP,
      keepWithNext: true,
      heading: 1,
    }),
  ],
  mark: ({ text }, look) => [
    deskText(text, { bold: true, size: look.size, color: look.mark }, look, { align: 'center', after: 3 }),
  ],
  facts: factsBlocks,
  table: tableBlocks,
  sums: sumsBlocks,
  text: ({ text, isSmall }, look) =>
    text.split('\n').map((line, index) => {
      const before = index === 0 ? GAP : 0
      return deskText(line, { size: isSmall ? look.small : look.size }, look, { before })
    }),
  signature: signatureBlocks,
  answer: answerBlocks,
  strokes: strokesBlocks,
  code: codeBlocks,
  rule: () => [{ kind: 'rule' }],
}

/** Returns the blocks of a paper's parts, at the look's width. */
export function deskBlocks(parts: readonly DeskPart[], look: DeskLook, sizeOf: SizeOf): Block[] {
  return parts.flatMap((part) => {
    // The entry fits its own kind of part; the compiler cannot follow the relation between the two.
    const set = SETTERS[part.kind] as Setter<DeskPart['kind']>
    return set(part, look, sizeOf)
  })
}

function issuerBlocks({ imageId, lines }: PartOf<'issuer'>, look: DeskLook, sizeOf: SizeOf): Block[] {
  const [name = '', ...rest] = lines.filter((line) => line !== '')
  return [
    ...(imageId === undefined ? [] : logoBlocks(imageId, look, sizeOf)),
    ...(name === '' ? [] : [textBlock(name, { bold: true, size: look.large }, { align: 'center' })]),
    ...rest.map((line) => textBlock(line, { size: look.small }, { align: 'center' })),
  ]
}

/** A logo that is missing on this device takes no space. */
function logoBlocks(imageId: string, { logoHeight, width, words }: DeskLook, sizeOf: SizeOf): Block[] {
  const size = sizeOf(imageId)
  if (!size) return []
  const scale = Math.min(logoHeight / size.height, (width * LOGO_MAX_WIDTH) / size.width)
  const picture = {
    kind: 'image',
    imageId,
    width: size.width * scale,
    height: size.height * scale,
    alt: words.logo,
  } as const
  return [inlineBlock([picture], { align: 'center', after: 3 })]
}

function factsBlocks({ facts }: PartOf<'facts'>, look: DeskLook): Block[] {
  const said = facts.filter(({ value }) => value !== '')
  if (look.isRoll) {
    const label = look.width * look.labelShare
    return [
      columnsBlock(
        said.map((fact) => factCells(fact, look)),
        [label, look.width - label],
        look.isRtl,
      ),
    ]
  }
  const half = Math.ceil(said.length / 2)
  const rows = Array.from({ length: half }, (_, row) => [
    ...factCells(said[row], look),
    ...factCells(said[row + half], look),
  ])
  const label = (look.width / 2) * look.labelShare
  const value = look.width / 2 - label
  return [columnsBlock(rows, [label, value, label, value], look.isRtl)]
}

/** Values are aligned to their label whatever direction they are written in, because they belong beside it. */
function factCells(fact: DeskFact | undefined, look: DeskLook): Block[][] {
  if (!fact) return [[], []]
  const { size, label } = look
  return [
    [deskText(fact.label, { size, color: label }, look)],
    [deskText(fact.value, { size, bold: true }, look, { align: 'left' })],
  ]
}

function sumsBlocks({ lines }: PartOf<'sums'>, look: DeskLook): Block[] {
  const { isRoll, width, size, isRtl } = look
  const before = isRoll ? 0 : width * (1 - SUMS_SHARE)
  const inner = width - before
  const rows = lines.map(({ label, value, isStrong = false }) => [
    ...(isRoll ? [] : [[]]),
    [deskText(label, { size, bold: isStrong }, look)],
    [deskNumber(value, { size, bold: isStrong }, look)],
  ])
  const amount = inner * AMOUNT_SHARE[isRtl ? 'rtl' : 'ltr']
  const columns = [...(isRoll ? [] : [before]), inner - amount, amount]
  return [{ kind: 'group', before: GAP, blocks: [columnsBlock(rows, columns, isRtl)] }]
}

function signatureBlocks({ lines }: PartOf<'signature'>, look: DeskLook): Block[] {
  const { width, size, small, isRtl } = look
  const inner = Math.min(width, SIGNATURE_WIDTH)
  const said = lines.filter((line) => line !== '')
  const blocks = said.map((line, index) =>
    deskText(line, { bold: index === 0, size: index === 0 ? size : small }, look, { align: 'right' }),
  )
  const columns = columnsBlock([[[], blocks]], [width - inner, inner], isRtl)
  return [{ kind: 'group', before: SIGNATURE_ROOM, blocks: [columns] }]
}

function answerBlocks({ question, answer }: PartOf<'answer'>, { size, label }: DeskLook): Block[] {
  return [
    ...question
      .split('\n')
      .map((line, at) =>
        textBlock(line, { size, color: label }, { ...(at === 0 && { before: GAP }), keepWithNext: true }),
      ),
    ...answer.split('\n').map((line) => textBlock(line, { size, bold: true })),
  ]
}

const CODE_SIDE = mm(26)
/** The white margin that a camera needs around a code. */
const CODE_QUIET = mm(4)

function codeBlocks({ text, lines }: PartOf<'code'>, look: DeskLook): Block[] {
  const { width, size, small, isRtl } = look
  const words = lines.map((line, index) =>
    deskText(line, index === 0 ? { bold: true, size } : { size: small }, look, { align: 'left' }),
  )
  const code = { kind: 'code', text, alt: look.words.code, size: CODE_SIDE } as const
  const columns = [CODE_SIDE, CODE_QUIET, width - CODE_SIDE - CODE_QUIET]
  return [{ kind: 'group', before: 2 * GAP, blocks: [columnsBlock([[[code], [], words]], columns, isRtl)] }]
}

const STROKES_WIDTH = mm(80)
const STROKES_HEIGHT = mm(26)

/** Keeps the signature on one page with the names below it. */
function strokesBlocks({ strokes, lines }: PartOf<'strokes'>, { width, size, small }: DeskLook): Block[] {
  const names = lines
    .filter((line) => line !== '')
    .map((line, index) => textBlock(line, { bold: index === 0, size: index === 0 ? size : small }))
  const drawn = {
    kind: 'strokes',
    strokes,
    width: Math.min(width, STROKES_WIDTH),
    height: STROKES_HEIGHT,
  } as const
  const isDrawn = strokes.some((stroke) => stroke.length > 0)
  return [{ kind: 'group', before: 2 * GAP, blocks: [...(isDrawn ? [drawn] : []), ...names] }]
}
