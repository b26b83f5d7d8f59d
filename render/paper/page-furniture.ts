import type { ImageSize } from '../blocks/inlines-from-markup.ts'
import type { FontSet } from '../fonts/font-set.ts'
import type { Canvas } from '../layout/canvas.ts'
import { type Filled, stackUp } from '../layout/flow.ts'
import { setBlocks } from '../layout/set-blocks.ts'
import { PAPER_MARKS, type PaperInput } from '../paper-input.ts'
import { identityBlocks, runningIdentityBlocks } from './identity.ts'
import { columnsBlock, textBlock } from './plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH, type Sheet } from './sheet.ts'
import { PAPER_WORDS } from './words.ts'

/** The parts of each page around the text: letterhead, patient, page number. */
export interface Furniture {
  /** Upper edge and height of the text area, in points from the top of the sheet. */
  textTop(isFirst: boolean): number
  textHeight(isFirst: boolean): number
  paint(canvas: Canvas, page: number, pages: number): void
}

const RULE = '#9a9a9a'
const RULE_WIDTH = 0.6
const BAND_GAP = 4
/** The least distance of a head's words from the upper edge. */
const EDGE = mm(8)
const AFTER_BAND = 10
const FOOT_HEIGHT = 16
const FOOT = { size: 8, color: '#555555' }

/** Measures the furniture of a paper once; page numbers are set when the count of pages is known. */
export function furnitureOf(
  fonts: FontSet,
  input: PaperInput,
  sheet: Sheet,
  sizeOf: (imageId: string) => ImageSize,
): Furniture {
  const first = stackUp(setBlocks(fonts, identityBlocks(input, sheet.width), sheet.width))
  const further = stackUp(setBlocks(fonts, runningIdentityBlocks(input), sheet.width))
  const head = wordsOfHead(fonts, input, sheet, sizeOf)
  const bandTop = Math.max(sheet.top, head.bottom)
  const bandHeight = (isFirst: boolean) =>
    (isFirst ? first.height : further.height) + 2 * BAND_GAP + 2 * RULE_WIDTH + AFTER_BAND
  return {
    textTop: (isFirst) => bandTop + bandHeight(isFirst),
    textHeight: (isFirst) => sheet.top + sheet.height - bandTop - bandHeight(isFirst) - FOOT_HEIGHT,
    paint(canvas, page, pages) {
      const paintHead = () => {
        paintLetterhead(canvas, input, sheet, sizeOf)
        for (const { flow, top } of head.placed) flow.paint(canvas, sheet.left, head.top + top)
        paintBand(canvas, page === 1 ? first : further, { ...sheet, top: bandTop })
      }
      // A part that is repeated on each page enters the structure once.
      if (page === 1) paintHead()
      else canvas.artifact(paintHead)
      const foot = setBlocks(fonts, [footBlock(input, page, pages, sheet.width)], sheet.width)
      canvas.artifact(() =>
        foot[0]?.paint(canvas, sheet.left, sheet.top + sheet.height - (foot[0]?.height ?? 0)),
      )
    },
  }
}

/**
 * Returns the issuer's words for the area of a header whose picture is missing, or for a taller area if the
 * words need it.
 */
function wordsOfHead(
  fonts: FontSet,
  { letterhead, options }: PaperInput,
  sheet: Sheet,
  sizeOf: (imageId: string) => ImageSize,
) {
  const header = options.letterhead ? letterhead?.headerImageId : undefined
  const isMissing = header !== undefined && sizeOf(header) === undefined
  const [name, ...rest] = isMissing ? (letterhead?.issuer ?? []).filter((line) => line !== '') : []
  if (name === undefined) return { placed: [], top: 0, bottom: 0 }
  const words = stackUp(
    setBlocks(
      fonts,
      [
        textBlock(name, { bold: true, size: 14 }, { align: 'center' }),
        ...rest.map((line) => textBlock(line, { size: 9 }, { align: 'center' })),
      ],
      sheet.width,
    ),
  )
  const top = Math.max(EDGE, sheet.top - AFTER_BAND - words.height)
  return { placed: words.placed, top, bottom: top + words.height + AFTER_BAND }
}

function paintBand(canvas: Canvas, band: Filled, { left, top, width }: Sheet) {
  canvas.fill(left, top, width, RULE_WIDTH, RULE)
  for (const { flow, top: offset } of band.placed)
    flow.paint(canvas, left, top + RULE_WIDTH + BAND_GAP + offset)
  canvas.fill(left, top + RULE_WIDTH + 2 * BAND_GAP + band.height, width, RULE_WIDTH, RULE)
}

function footBlock({ mark, patient }: PaperInput, page: number, pages: number, width: number) {
  const left = mark ? PAPER_MARKS[mark] : patient.id
  return columnsBlock(
    [[[textBlock(left, FOOT)], [textBlock(PAPER_WORDS.pageOf(page, pages), FOOT, { align: 'right' })]]],
    [width / 2, width / 2],
  )
}

function paintLetterhead(
  canvas: Canvas,
  { letterhead, options }: PaperInput,
  sheet: Sheet,
  sizeOf: (imageId: string) => ImageSize,
) {
  if (!options.letterhead || !letterhead) return
  const { headerImageId, footerImageId } = letterhead
  if (headerImageId) paintStrip(canvas, headerImageId, sizeOf(headerImageId), 0, sheet.headerHeight)
  if (footerImageId)
    paintStrip(
      canvas,
      footerImageId,
      sizeOf(footerImageId),
      PAGE_HEIGHT - sheet.footerHeight,
      sheet.footerHeight,
    )
}

/**
 * Paints a picture as large as fits across the sheet without distortion, centred; a missing picture leaves
 * its area blank.
 */
function paintStrip(canvas: Canvas, imageId: string, size: ImageSize, top: number, height: number) {
  if (!size) return
  const scale = Math.min(PAGE_WIDTH / size.width, height / size.height)
  const [width, shown] = [size.width * scale, size.height * scale]
  canvas.image(imageId, (PAGE_WIDTH - width) / 2, top + (height - shown) / 2, width, shown)
}
