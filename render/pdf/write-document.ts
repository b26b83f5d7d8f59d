import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib'
import type { PaperFont } from '../fonts/paper-font.ts'
import { openSubsetter } from '../fonts/subset.ts'
import type { RenderAssets } from '../paper-input.ts'
import { embedFont } from './embed-font.ts'
import { embedImage } from './embed-image.ts'
import type { GlyphUse } from './glyph-use.ts'
import { imageName, type PageCanvas } from './page-canvas.ts'

export interface DocumentFacts {
  title: string
  createdAt: Date
  /** Words that programs look for in the file. */
  keywords?: readonly string[]
  /** Points. */
  pageWidth: number
  pageHeight: number
}

/** Writes painted pages as a PDF file; the same pages and facts give the same bytes. */
export async function writeDocument(
  pages: readonly PageCanvas[],
  glyphUse: GlyphUse,
  assets: RenderAssets,
  facts: DocumentFacts,
): Promise<Uint8Array> {
  // Without this the library writes the time of day into the file.
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(facts.title, { showInWindowTitleBar: true })
  if (facts.keywords?.length) document.setKeywords([...facts.keywords])
  document.setProducer('Readroom')
  document.setCreator('Readroom')
  document.setCreationDate(facts.createdAt)
  document.setModificationDate(facts.createdAt)
  const fonts = await embedFonts(document, pages, glyphUse, assets)
  const images = await embedImages(document, pages, assets)
  for (const page of pages) {
    const { node } = document.addPage([facts.pageWidth, facts.pageHeight])
    for (const font of page.fonts) node.setFontDictionary(PDFName.of(font.key), found(fonts, font))
    for (const [index, id] of page.imageIds.entries())
      node.setXObject(PDFName.of(imageName(index)), found(images, id))
    node.addContentStream(document.context.register(document.context.flateStream(page.content())))
  }
  return document.save()
}

async function embedFonts(
  document: PDFDocument,
  pages: readonly PageCanvas[],
  glyphUse: GlyphUse,
  assets: RenderAssets,
): Promise<Map<PaperFont, PDFRef>> {
  const subset = await openSubsetter(assets.subsetWasm)
  const used = new Set(pages.flatMap((page) => [...page.fonts]))
  return new Map([...used].map((font) => [font, embedFont(document, font, glyphUse.textsOf(font), subset)]))
}

async function embedImages(
  document: PDFDocument,
  pages: readonly PageCanvas[],
  assets: RenderAssets,
): Promise<Map<string, PDFRef>> {
  const refs = new Map<string, PDFRef>()
  for (const id of new Set(pages.flatMap((page) => page.imageIds)))
    refs.set(id, await embedImage(document, assets.images.get(id)))
  return refs
}

function found<Key>(refs: ReadonlyMap<Key, PDFRef>, key: Key): PDFRef {
  const ref = refs.get(key)
  if (!ref) throw new Error('A page names a font or an image that was not embedded.')
  return ref
}
