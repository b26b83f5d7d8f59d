import { figuresBlocks } from './figures-blocks.ts'
import type { FiguresPaper } from './figures-paper.ts'
import { type FontSet, openFontSet } from './fonts/font-set.ts'
import { findImageSize } from './images/image-size.ts'
import type { Canvas } from './layout/canvas.ts'
import { type Filled, stackUp } from './layout/flow.ts'
import { pagesOf } from './layout/pages-of.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { columnsBlock, textBlock } from './paper/plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH } from './paper/sheet.ts'
import { type Strip, stripOf } from './paper/strip.ts'
import { PAPER_WORDS } from './paper/words.ts'
import type { RenderAssets } from './paper-input.ts'
import { openPage, startPaper } from './pdf/page-canvas.ts'
import { writeDocument } from './pdf/write-document.ts'

const SIDE = mm(10)
const EDGE = mm(10)
const GAP = mm(4)
/** The most height of a letterhead on a sheet of figures. */
const STRIP_MAX = mm(32)
const SMALL = { size: 7, color: '#4d5862' }

interface Sheet {
  width: number
  height: number
  header: Strip | undefined
  footer: Strip | undefined
  /** Width of the text. */
  inner: number
  foot: Filled
}

/** Lays out a paper of figures on as many A4 sheets as it needs. The same input and assets give the same bytes. */
export async function renderFigures(paper: FiguresPaper, assets: RenderAssets): Promise<Uint8Array> {
  const fonts = openFontSet(assets.fonts)
  const sheet = sheetOf(paper, fonts, assets)
  const blocks = [...titleBlocks(paper, sheet), ...figuresBlocks(paper.parts, sheet.inner)]
  const pages = pagesOf(setBlocks(fonts, blocks, sheet.inner), (page) => roomOf(sheet, page).height)
  const use = startPaper()
  const painted = pages.map((placed, index) => {
    const canvas = openPage(sheet.height, use)
    const { top } = roomOf(sheet, index)
    paintFurniture(canvas, paper, sheet, fonts, [index, pages.length])
    for (const { flow, top: offset } of placed) flow.paint(canvas, SIDE, top + offset)
    return canvas
  })
  const { title, createdAt, locale } = paper
  const facts = { title, createdAt, locale, pageWidth: sheet.width, pageHeight: sheet.height }
  return writeDocument(painted, use, assets, facts)
}

function sheetOf(
  { isLandscape, letterhead, foot }: FiguresPaper,
  fonts: FontSet,
  assets: RenderAssets,
): Sheet {
  const [width, height] = isLandscape ? [PAGE_HEIGHT, PAGE_WIDTH] : [PAGE_WIDTH, PAGE_HEIGHT]
  const sizeOf = (imageId: string) => findImageSize(assets.images.get(imageId) ?? new Uint8Array())
  const inner = width - 2 * SIDE
  const lines = foot.map((line) => textBlock(line, SMALL, { align: 'left', direction: 'ltr' }))
  return {
    width,
    height,
    inner,
    header: stripOf(letterhead?.headerImageId, sizeOf, width, STRIP_MAX),
    footer: stripOf(letterhead?.footerImageId, sizeOf, width, STRIP_MAX / 2),
    foot: stackUp(setBlocks(fonts, lines, inner * FOOT_SHARE)),
  }
}

/** The page number is to the right of the lines at the foot. */
const FOOT_SHARE = 0.86

/** Returns the text area of the page at `index`: the letterhead is on the first, a running line on the others. */
function roomOf({ height, header, footer, foot }: Sheet, index: number): { top: number; height: number } {
  const isFirst = index === 0
  const top = isFirst && header ? header.height + GAP : EDGE + (isFirst ? 0 : RUNNING_HEIGHT)
  const bottom = (isFirst && footer ? footer.height : EDGE) + foot.height + GAP
  return { top, height: height - top - bottom }
}

const RUNNING_HEIGHT = mm(7)

function titleBlocks({ title, issuer }: FiguresPaper, { header }: Sheet) {
  const [name = '', ...rest] = header ? [] : issuer.filter((line) => line !== '')
  return [
    ...(name === '' ? [] : [textBlock(name, { bold: true, size: 13 }, { align: 'center' })]),
    ...rest.map((line) => textBlock(line, { size: 8 }, { align: 'center' })),
    textBlock(title, { bold: true, size: 14 }, { before: 6, after: 6, heading: 1 }),
  ]
}

function paintFurniture(
  canvas: Canvas,
  paper: FiguresPaper,
  sheet: Sheet,
  fonts: FontSet,
  [index, pages]: readonly [number, number],
): void {
  const { width, height, inner, header, footer, foot } = sheet
  const isFirst = index === 0
  if (isFirst && header) canvas.image(header.id, header.left, 0, header.width, header.height)
  if (isFirst && footer)
    canvas.image(footer.id, footer.left, height - footer.height, footer.width, footer.height)
  if (!isFirst) {
    const [running] = setBlocks(fonts, [textBlock(paper.running, SMALL)], inner)
    canvas.artifact(() => running?.paint(canvas, SIDE, EDGE))
  }
  const top = height - (isFirst && footer ? footer.height : EDGE) - foot.height
  canvas.artifact(() => {
    for (const { flow, top: offset } of foot.placed) flow.paint(canvas, SIDE, top + offset)
  })
  const number = textBlock(PAPER_WORDS.pageOf(index + 1, pages), SMALL, { align: 'right' })
  const room = inner * (1 - FOOT_SHARE)
  const [page] = setBlocks(fonts, [columnsBlock([[[number]]], [room])], room)
  canvas.artifact(() => page?.paint(canvas, width - SIDE - room, top))
}
