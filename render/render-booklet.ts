import type { ImageSize } from './blocks/inlines-from-markup.ts'
import { type FontSet, openFontSet } from './fonts/font-set.ts'
import { findImageSize } from './images/image-size.ts'
import type { PlacedFlow } from './layout/flow.ts'
import { pagesOfTexts } from './layout/pages-of.ts'
import { pagesOfPictures, paintPictures } from './layout/picture-grid.ts'
import { setBlocks } from './layout/set-blocks.ts'
import { bookletTextBlocks } from './paper/booklet-blocks.ts'
import { columnsBlock, textBlock } from './paper/plain-blocks.ts'
import { mm, PAGE_HEIGHT, PAGE_WIDTH } from './paper/sheet.ts'
import { PAPER_WORDS } from './paper/words.ts'
import { type BookletInput, PAPER_MARKS, type RenderAssets, type RenderProgress } from './paper-input.ts'
import { openPage, type PageCanvas, type PaperUse, startPaper } from './pdf/page-canvas.ts'
import { signedKeywords } from './pdf/signed-keywords.ts'
import { writeDocument } from './pdf/write-document.ts'

const EDGE = mm(8)
const FOOT_HEIGHT = mm(7)
const FOOT = { size: 8.5, color: '#444444' }
/** A foot with more lines than its area grows upwards: printers leave this much of a sheet white. */
const FOOT_END = PAGE_HEIGHT - mm(5)
const COVERS = { front: 'Front of the booklet', back: 'Back of the booklet' } as const
const PATIENT_SHARE = 0.8
/** The areas of the pictures and of the text, which has wider margins. */
const PICTURES = {
  left: EDGE,
  top: EDGE,
  width: PAGE_WIDTH - 2 * EDGE,
  height: PAGE_HEIGHT - 2 * EDGE - FOOT_HEIGHT,
}
const MARGIN = mm(18)
const TEXT = {
  left: MARGIN,
  top: MARGIN,
  width: PAGE_WIDTH - 2 * MARGIN,
  height: PAGE_HEIGHT - MARGIN - EDGE - FOOT_HEIGHT,
}

interface Tools {
  fonts: FontSet
  use: PaperUse
  sizeOf: (imageId: string) => ImageSize
}

/** Paints the content of a separate page. */
type Painter = (canvas: PageCanvas) => void

/**
 * Lays out a study's booklet on A4: front, the report's text over as many pages as it needs, pages of
 * pictures, back; the patient is at the foot of each page between the covers. The same input and assets give
 * the same bytes. Throws UnprintableReport for a text that is not in the report grammar.
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
  const painters = [...textPainters(input, tools), ...picturePainters(input, tools)]
  const painted = [
    ...coverOf(input.frontImageId, COVERS.front, tools),
    ...painters.map((paint, at) => {
      const canvas = openPage(PAGE_HEIGHT, tools.use)
      paint(canvas)
      const paintFoot = () => footOf(input, [at + 1, painters.length], canvas, tools)
      // A part that is repeated on each page enters the structure once.
      if (at === 0) paintFoot()
      else canvas.artifact(paintFoot)
      return canvas
    }),
    ...coverOf(input.backImageId, COVERS.back, tools),
  ]
  onProgress(0.5)
  const bytes = await writeDocument(painted, tools.use, assets, {
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

function textPainters(input: BookletInput, { fonts, sizeOf }: Tools): Painter[] {
  const texts = bookletTextBlocks(input, { measure: TEXT, sizeOf })
  const flows = texts.map((blocks) => setBlocks(fonts, blocks, TEXT.width))
  return pagesOfTexts(flows, () => TEXT.height).map((placed: PlacedFlow[]) => (canvas) => {
    for (const { flow, top } of placed) flow.paint(canvas, TEXT.left, TEXT.top + top)
  })
}

/** A booklet with a text may have no pictures; without both it is one empty page of them. */
function picturePainters({ pictures, reports }: BookletInput, { sizeOf }: Tools): Painter[] {
  if (pictures.imageIds.length === 0 && reports.length > 0) return []
  return pagesOfPictures(pictures).map((imageIds) => (canvas) => {
    paintPictures(canvas, pictures, imageIds, PICTURES, sizeOf)
  })
}

function footOf(
  { mark, patient, foot: lines }: BookletInput,
  [page, pages]: readonly [number, number],
  canvas: PageCanvas,
  { fonts }: Tools,
) {
  const parts = [mark ? PAPER_MARKS[mark] : '', patient.name, patient.id, ...lines]
  const who = parts.filter((part) => part !== '').join('  ·  ')
  const foot = columnsBlock(
    [[[textBlock(who, FOOT)], [textBlock(PAPER_WORDS.pageOf(page, pages), FOOT, { align: 'right' })]]],
    [PICTURES.width * PATIENT_SHARE, PICTURES.width * (1 - PATIENT_SHARE)],
  )
  const [flow] = setBlocks(fonts, [foot], PICTURES.width)
  if (!flow) return
  const top = Math.min(PAGE_HEIGHT - EDGE - FOOT_HEIGHT + mm(2), FOOT_END - flow.height)
  flow.paint(canvas, PICTURES.left, top)
}
