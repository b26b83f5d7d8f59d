import type { ImageSize } from './blocks/inlines-from-markup.ts'
import { deskBlocks } from './desk/desk-blocks.ts'
import { type DeskLook, deskLookOf, ROLL_EDGE, ROLL_WIDTH, SHEET_SIDE } from './desk/desk-look.ts'
import { deskText } from './desk/desk-text.ts'
import type { DeskPaper, DeskPart } from './desk-paper.ts'
import { type FontSet, openFontSet } from './fonts/font-set.ts'
import { findImageSize } from './images/image-size.ts'
import type { Canvas } from './layout/canvas.ts'
import { type Flow, type PlacedFlow, stackUp } from './layout/flow.ts'
import { pagesOf } from './layout/pages-of.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { columnsBlock, textBlock } from './paper/plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH } from './paper/sheet.ts'
import { stripOf } from './paper/strip.ts'
import type { RenderAssets } from './paper-input.ts'
import { openPage, type PageCanvas, type PaperUse, startPaper } from './pdf/page-canvas.ts'
import { writeDocument } from './pdf/write-document.ts'

/** Least blank edge above and below the text of a sheet. */
const EDGE = mm(12)
const AFTER_HEADER = mm(5)
/** A picture of a letterhead takes the sheet's width, and at most this height. */
const STRIP_MAX = mm(55)
/** Whatever the strips are, this much of a sheet stays free for the text. */
const LEAST_HEIGHT = mm(100)
const FOOT_HEIGHT = 16
const FOOT = { size: 8, color: '#555555' }
/** A roll is torn off a little below the text, and is never too short to hold. */
const ROLL_TAIL = mm(8)
const ROLL_LEAST = mm(60)

interface Tools {
  fonts: FontSet
  use: PaperUse
  sizeOf: (imageId: string) => ImageSize
}

interface Painted {
  pages: PageCanvas[]
  pageWidth: number
  pageHeight: number
}

/**
 * Lays out a paper of the front desk: on as many A4 sheets as it needs, or on one strip of an 80 mm roll as
 * long as its text. The same input and assets give the same bytes.
 */
export async function renderDesk(paper: DeskPaper, assets: RenderAssets): Promise<Uint8Array> {
  const tools: Tools = {
    fonts: openFontSet(assets.fonts),
    use: startPaper(),
    sizeOf: (imageId) => findImageSize(assets.images.get(imageId) ?? new Uint8Array()),
  }
  const look = deskLookOf(paper)
  const flows = setBlocks(
    tools.fonts,
    deskBlocks(partsOf(paper, look, tools), look, tools.sizeOf),
    look.width,
  )
  const { pages, ...size } = look.isRoll ? onRoll(flows, tools) : onSheets(paper, look, flows, tools)
  const { title, createdAt, locale, language } = paper
  return writeDocument(pages, tools.use, assets, {
    title,
    createdAt,
    locale,
    language: language?.tag,
    ...size,
  })
}

/** Returns the parts for layout: without the header's picture, the issuer is in words. */
function partsOf({ parts, letterhead }: DeskPaper, { isRoll }: DeskLook, { sizeOf }: Tools): DeskPart[] {
  const header = isRoll ? undefined : letterhead?.headerImageId
  const isMissing = header !== undefined && sizeOf(header) === undefined
  return parts.map((part) =>
    isMissing && part.kind === 'issuer' ? { ...part, lines: part.unpictured ?? part.lines } : part,
  )
}

function onRoll(flows: readonly Flow[], { use }: Tools): Painted {
  const { placed, height } = stackUp(flows)
  const pageHeight = Math.max(ROLL_LEAST, ROLL_EDGE + height + ROLL_TAIL)
  const canvas = openPage(pageHeight, use)
  paintAll(canvas, placed, ROLL_EDGE, ROLL_EDGE)
  return { pages: [canvas], pageWidth: ROLL_WIDTH, pageHeight }
}

function onSheets(paper: DeskPaper, look: DeskLook, flows: readonly Flow[], tools: Tools): Painted {
  const { top, bottom, header, footer } = roomOf(paper, tools)
  const pages = pagesOf(flows, () => PAGE_HEIGHT - top - bottom - FOOT_HEIGHT)
  const painted = pages.map((placed, index) => {
    const canvas = openPage(PAGE_HEIGHT, tools.use)
    if (header) canvas.image(header.id, header.left, 0, header.width, header.height)
    if (footer) canvas.image(footer.id, footer.left, PAGE_HEIGHT - footer.height, footer.width, footer.height)
    paintAll(canvas, placed, SHEET_SIDE, top)
    paintFoot(canvas, paper.foot, [index + 1, pages.length], look, PAGE_HEIGHT - bottom, tools)
    return canvas
  })
  return { pages: painted, pageWidth: PAGE_WIDTH, pageHeight: PAGE_HEIGHT }
}

/** Returns the blank edges above and below, and their pictures. */
function roomOf({ letterhead, strips }: DeskPaper, { sizeOf }: Tools) {
  const header = stripOf(letterhead?.headerImageId, sizeOf, PAGE_WIDTH, STRIP_MAX)
  const footer = stripOf(letterhead?.footerImageId, sizeOf, PAGE_WIDTH, STRIP_MAX)
  const wanted = letterhead
    ? { top: header ? header.height + AFTER_HEADER : EDGE, bottom: footer?.height ?? 0 }
    : { top: mm(strips.top), bottom: mm(strips.bottom) }
  const [top, bottom] = [Math.max(EDGE, wanted.top), Math.max(EDGE, wanted.bottom)]
  const scale = Math.min(1, (PAGE_HEIGHT - LEAST_HEIGHT) / (top + bottom))
  return { top: top * scale, bottom: bottom * scale, header, footer }
}

function paintAll(canvas: Canvas, placed: readonly PlacedFlow[], left: number, top: number): void {
  for (const { flow, top: offset } of placed) flow.paint(canvas, left, top + offset)
}

function paintFoot(
  canvas: Canvas,
  words: string,
  [page, pages]: readonly [number, number],
  look: DeskLook,
  bottom: number,
  { fonts }: Tools,
): void {
  const { width, isRtl } = look
  const pageOf = look.words.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages))
  const block = columnsBlock(
    [
      [
        // A list of isolated parts, in the direction of the paper.
        [textBlock(words, FOOT, isRtl ? { direction: 'rtl' } : { align: 'left', direction: 'ltr' })],
        [deskText(pageOf, FOOT, look, { align: 'right' })],
      ],
    ],
    [width * 0.75, width * 0.25],
    isRtl,
  )
  const [flow] = setBlocks(fonts, [block], width)
  canvas.artifact(() => flow?.paint(canvas, SHEET_SIDE, bottom - flow.height))
}
