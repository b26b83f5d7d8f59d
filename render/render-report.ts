import type { ImageSize, MarkupFrame } from './blocks/inlines-from-markup.ts'
import { openFontSet } from './fonts/font-set.ts'
import { findImageSize } from './images/image-size.ts'
import type { Flow, PlacedFlow } from './layout/flow.ts'
import { pagesOfTexts } from './layout/pages-of.ts'
import { pagesOfPictures, paintPictures } from './layout/picture-grid.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { type Furniture, furnitureOf } from './paper/page-furniture.ts'
import { disclaimerBlocks, reportBlocks } from './paper/report-blocks.ts'
import { PAGE_HEIGHT, PAGE_WIDTH, type Sheet, sheetOf } from './paper/sheet.ts'
import type { PaperInput, RenderAssets, RenderProgress } from './paper-input.ts'
import { openPage, startPaper } from './pdf/page-canvas.ts'
import { signedKeywords } from './pdf/signed-keywords.ts'
import { writeDocument } from './pdf/write-document.ts'

/**
 * Lays out a study's reports on A4 and returns the PDF file. The same input and assets give the same bytes;
 * nothing is read from clock, network or screen, so device and server print alike. Throws UnprintableReport
 * for a text that is not in the report grammar.
 */
export async function renderReport(
  input: PaperInput,
  assets: RenderAssets,
  onProgress: RenderProgress = () => undefined,
): Promise<Uint8Array> {
  const fonts = openFontSet(assets.fonts)
  const sheet = sheetOf(input)
  const sizeOf = (imageId: string) => findImageSize(assets.images.get(imageId) ?? new Uint8Array())
  const furniture = furnitureOf(fonts, input, sheet, sizeOf)
  const frame: MarkupFrame = {
    measure: { width: sheet.width, height: furniture.textHeight(false) },
    sizeOf,
  }
  const texts = input.reports.map((report, index) => {
    const blocks = reportBlocks(input, report, frame)
    const isLast = index === input.reports.length - 1
    onProgress((0.5 * (index + 1)) / input.reports.length)
    return setBlocks(fonts, isLast ? [...blocks, ...disclaimerBlocks(input.disclaimer)] : blocks, sheet.width)
  })
  const written = pagesOfTexts(texts, (page) => furniture.textHeight(page === 0))
  const pages = [...(written.length > 0 ? written : [[]]), ...picturePages(input, sheet, furniture, sizeOf)]
  const use = startPaper()
  const painted = pages.map((placed, index) => {
    const canvas = openPage(PAGE_HEIGHT, use)
    furniture.paint(canvas, index + 1, pages.length)
    const top = furniture.textTop(index === 0)
    for (const each of placed) each.flow.paint(canvas, sheet.left, top + each.top)
    onProgress(0.5 + (0.3 * (index + 1)) / pages.length)
    return canvas
  })
  const bytes = await writeDocument(painted, use, assets, {
    title: input.title,
    createdAt: input.createdAt,
    locale: input.locale,
    keywords: signedKeywords(input),
    pageWidth: PAGE_WIDTH,
    pageHeight: PAGE_HEIGHT,
  })
  onProgress(1)
  return bytes
}

/** Returns key images on separate pages: never first, so that the first page is the report. */
function picturePages(
  { keyImages }: PaperInput,
  sheet: Sheet,
  furniture: Furniture,
  sizeOf: (imageId: string) => ImageSize,
): PlacedFlow[][] {
  if (!keyImages || keyImages.imageIds.length === 0) return []
  const height = furniture.textHeight(false)
  return pagesOfPictures(keyImages).map((imageIds) => {
    const flow: Flow = {
      height,
      before: 0,
      after: 0,
      keepWithNext: false,
      lead: height,
      split: () => undefined,
      paint: (canvas, left, top) =>
        paintPictures(canvas, keyImages, imageIds, { left, top, width: sheet.width, height }, sizeOf),
    }
    return [{ flow, top: 0 }]
  })
}
