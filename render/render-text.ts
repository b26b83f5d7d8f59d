import { openFontSet } from './fonts/font-set.ts'
import type { PaperLanguage } from './fonts/paper-letters.ts'
import { findImageSize } from './images/image-size.ts'
import { pagesOf } from './layout/pages-of.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { textBlock } from './paper/plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH } from './paper/sheet.ts'
import { textBlocks } from './paper/text-blocks.ts'
import { PAPER_WORDS } from './paper/words.ts'
import type { RenderAssets } from './paper-input.ts'
import { openPage, startPaper } from './pdf/page-canvas.ts'
import { writeDocument } from './pdf/write-document.ts'

/** A text alone on A4. */
export interface TextInput extends PaperLanguage {
  title: string
  createdAt: Date
  /** Markup of the report grammar. */
  markup: string
}

const MARGIN = mm(18)
const FOOT_HEIGHT = 16
const FOOT = { size: 8, color: '#555555' }

/** Lays out a text of the report grammar on as many pages as it needs, numbered. Throws UnprintableReport. */
export async function renderText(
  { title, createdAt, markup, locale }: TextInput,
  assets: RenderAssets,
): Promise<Uint8Array> {
  const fonts = openFontSet(assets.fonts)
  const width = PAGE_WIDTH - 2 * MARGIN
  const height = PAGE_HEIGHT - 2 * MARGIN - FOOT_HEIGHT
  const sizeOf = (imageId: string) => findImageSize(assets.images.get(imageId) ?? new Uint8Array())
  const flows = setBlocks(fonts, textBlocks(markup, { measure: { width, height }, sizeOf }), width)
  const pages = pagesOf(flows, () => height)
  const use = startPaper()
  const painted = pages.map((placed, index) => {
    const canvas = openPage(PAGE_HEIGHT, use)
    for (const { flow, top } of placed) flow.paint(canvas, MARGIN, MARGIN + top)
    const words = PAPER_WORDS.pageOf(index + 1, pages.length)
    const [foot] = setBlocks(fonts, [textBlock(words, FOOT, { align: 'right' })], width)
    canvas.artifact(() => foot?.paint(canvas, MARGIN, PAGE_HEIGHT - MARGIN - foot.height))
    return canvas
  })
  const facts = { title, createdAt, locale, pageWidth: PAGE_WIDTH, pageHeight: PAGE_HEIGHT }
  return writeDocument(painted, use, assets, facts)
}
