import type { Block } from '../blocks/block.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import type { PaperCheck, PaperLook, PaperSignature } from '../paper-input.ts'
import { columnsBlock, inlineBlock, textBlock } from './plain-blocks.ts'
import { mm } from './sheet.ts'
import { PAPER_WORDS } from './words.ts'

const IMAGE_WIDTH = mm(50)
const IMAGE_HEIGHT = mm(18)
/** About half a millimetre per module, so that phones read it from the sheet and from a screen. */
const CODE_SIZE = mm(22)
const CODE_WIDTH = mm(34)
const SMALL = { size: 8.5, color: '#444444' }
const ROLES = { Signed: PAPER_WORDS.signed, Verified: PAPER_WORDS.verified } as const

/**
 * Returns the signer and the verifier side by side, kept together, with the code for checking on their left;
 * a single signature is on the right.
 */
export function signatureBlocks(
  input: PaperLook,
  signatures: readonly PaperSignature[],
  frame: MarkupFrame,
  check?: PaperCheck,
): Block[] {
  if (signatures.length === 0) return []
  const shownCheck = input.mark ? undefined : check
  const codeWidth = shownCheck ? CODE_WIDTH : 0
  const half = (frame.measure.width - codeWidth) / 2
  const cells = signatures.map((signature) => signatureCell(input, signature, frame))
  const rows = cells.length === 1 ? [[[], ...cells]] : pairs(cells)
  const grid = shownCheck ? rows.map((row, index) => [index === 0 ? codeCell(shownCheck) : [], ...row]) : rows
  const widths = shownCheck ? [codeWidth, half, half] : [half, half]
  return [{ kind: 'group', before: 20, blocks: [columnsBlock(grid, widths)] }]
}

function pairs(cells: readonly Block[][]): Block[][][] {
  return Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => cells.slice(row * 2, row * 2 + 2))
}

function codeCell({ url }: PaperCheck): Block[] {
  return [
    { kind: 'code', text: url, alt: PAPER_WORDS.code, size: CODE_SIZE },
    textBlock(PAPER_WORDS.check, { ...SMALL, size: 6.5 }, { before: 2 }),
  ]
}

function signatureCell(input: PaperLook, signature: PaperSignature, frame: MarkupFrame): Block[] {
  const small = [
    signature.title,
    signature.licenceNo && `${PAPER_WORDS.licenceNo} ${signature.licenceNo}`,
    `${ROLES[signature.role]} ${signature.when}`.trim(),
    signature.touch === undefined ? '' : PAPER_WORDS.touch[signature.role](signature.touch),
    signature.note ?? '',
  ]
  return [
    ...imageBlocks(input, signature, frame),
    textBlock(signature.name, { bold: true, size: 10 }),
    ...small.filter((line) => line !== '').map((line) => textBlock(line, SMALL)),
  ]
}

/** Returns the signature's image, which states that the report is filed: with a mark there is only the name. */
function imageBlocks(
  { options, mark }: PaperLook,
  { imageId, name }: PaperSignature,
  frame: MarkupFrame,
): Block[] {
  const size = imageId === undefined ? undefined : frame.sizeOf(imageId)
  if (!options.signature || mark || imageId === undefined || !size) return []
  const scale = Math.min(IMAGE_WIDTH / size.width, IMAGE_HEIGHT / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  return [inlineBlock([{ kind: 'image', imageId, width, height, alt: `Signature of ${name}` }])]
}
