import type { ImageSize } from './blocks/inlines-from-markup.ts'
import { type FontSet, openFontSet } from './fonts/font-set.ts'
import { findImageSize } from './images/image-size.ts'
import { pagesOfPictures, paintPictures } from './layout/picture-grid.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { columnsBlock, textBlock } from './paper/plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH } from './paper/sheet.ts'
import { PAPER_WORDS } from './paper/words.ts'
import type { BookletInput, RenderAssets, RenderProgress } from './paper-input.ts'
import { openPage, type PageCanvas, type PaperUse, startPaper } from './pdf/page-canvas.ts'
import { writeDocument } from './pdf/write-document.ts'

const EDGE = mm(8)
const FOOT_HEIGHT = mm(7)
const FOOT = { size: 8.5, color: '#444444' }
const COVERS = { front: 'Front of the booklet', back: 'Back of the booklet' } as const
const PATIENT_SHARE = 0.8

interface Tools {
  fonts: FontSet
  use: PaperUse
  sizeOf: (imageId: string) => ImageSize
}

/**
 * Sets a study's booklet on A4: front, pages of pictures with the patient below, back. The same input and assets give
 * the same bytes.
 */
export async function renderBooklet(
  input: BookletInput,
  assets: RenderAssets,
  onProgress: RenderProgress = () => undefined,
): Promise<Uint8Array> {
  const tools: Tools = {
    fonts: openFontSet(assets.fonts),
    use: startPaper(),
    sizeOf: (imageId) => findImageSize(assets.images.get(imageId) ?? new Uint8Array()),
  }
  const pages = pagesOfPictures(input.pictures)
  const painted = [
    ...coverOf(input.frontImageId, COVERS.front, tools),
    ...pages.map((imageIds, index) => picturePage(input, imageIds, [index + 1, pages.length], tools)),
    ...coverOf(input.backImageId, COVERS.back, tools),
  ]
  onProgress(0.5)
  const bytes = await writeDocument(painted, tools.use, assets, {
    title: input.title,
    createdAt: input.createdAt,
    locale: input.locale,
    pageWidth: PAGE_WIDTH,
    pageHeight: PAGE_HEIGHT,
  })
  onProgress(1)
  return bytes
}

function coverOf(imageId: string | undefined, words: string, { use, sizeOf }: Tools): PageCanvas[] {
  if (imageId === undefined) return []
  const canvas = openPage(PAGE_HEIGHT, use)
  const own = sizeOf(imageId) ?? { width: PAGE_WIDTH, height: PAGE_HEIGHT }
  const scale = Math.min(PAGE_WIDTH / own.width, PAGE_HEIGHT / own.height)
  const [width, height] = [own.width * scale, own.height * scale]
  canvas.within({ role: 'Figure', alt: words }, () =>
    canvas.image(imageId, (PAGE_WIDTH - width) / 2, (PAGE_HEIGHT - height) / 2, width, height),
  )
  return [canvas]
}

function picturePage(
  { pictures, patient, study }: BookletInput,
  imageIds: readonly (string | null)[],
  [page, pages]: readonly [number, number],
  { fonts, use, sizeOf }: Tools,
): PageCanvas {
  const canvas = openPage(PAGE_HEIGHT, use)
  const area = {
    left: EDGE,
    top: EDGE,
    width: PAGE_WIDTH - 2 * EDGE,
    height: PAGE_HEIGHT - 2 * EDGE - FOOT_HEIGHT,
  }
  paintPictures(canvas, pictures, imageIds, area, sizeOf)
  const who = [patient.name, patient.id, study].filter((part) => part !== '').join('  ·  ')
  const foot = columnsBlock(
    [[[textBlock(who, FOOT)], [textBlock(PAPER_WORDS.pageOf(page, pages), FOOT, { align: 'right' })]]],
    [area.width * PATIENT_SHARE, area.width * (1 - PATIENT_SHARE)],
  )
  const [flow] = setBlocks(fonts, [foot], area.width)
  flow?.paint(canvas, area.left, PAGE_HEIGHT - EDGE - FOOT_HEIGHT + mm(2))
  return canvas
}
