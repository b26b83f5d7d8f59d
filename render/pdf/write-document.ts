import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib'
import type { PaperFont } from '../fonts/paper-font.ts'
import { openSubsetter } from '../fonts/subset.ts'
import type { RenderAssets } from '../paper-input.ts'
import { languageOf } from '../text/language.ts'
import { describeFile } from './describe-file.ts'
import { embedFont } from './embed-font.ts'
import { embedImage, isArchivable } from './embed-image.ts'
import { imageName, type PageCanvas, type PaperUse } from './page-canvas.ts'
import { type Structure, wordsOfStructure } from './structure.ts'
import { type StructuredPage, writeStructure } from './write-structure.ts'

export interface DocumentFacts {
  title: string
  createdAt: Date
  /** The locale of the branch's country: it decides which language a script represents. */
  locale?: string | undefined
  /** The language of the paper, if it is known: otherwise it is found from the words. */
  language?: string | undefined
  /** Words that programs search for in the file. */
  keywords?: readonly string[]
  /** In points. */
  pageWidth: number
  pageHeight: number
}

/**
 * Writes painted pages as a tagged PDF file in PDF/A-2 (level a; without that mark if a picture has colours
 * that it does not allow). The same pages and facts give the same bytes.
 */
export async function writeDocument(
  pages: readonly PageCanvas[],
  { glyphs, structure }: PaperUse,
  assets: RenderAssets,
  facts: DocumentFacts,
): Promise<Uint8Array> {
  // Without this the library writes the present time into the file.
  const document = await PDFDocument.create({ updateMetadata: false })
  const fonts = await embedFonts(document, pages, glyphs, assets)
  const images = await embedImages(document, pages, assets)
  const contents = pages.map((page) => page.content())
  const written = pages.map((page, at): StructuredPage => {
    const { node, ref } = document.addPage([facts.pageWidth, facts.pageHeight])
    for (const font of page.fonts) node.setFontDictionary(PDFName.of(font.key), found(fonts, font))
    for (const [index, id] of page.imageIds.entries())
      node.setXObject(PDFName.of(imageName(index)), found(images, id))
    node.addContentStream(document.context.register(document.context.flateStream(contents[at] ?? '')))
    node.set(PDFName.of('StructParents'), document.context.obj(at))
    // The Tab key follows the structure.
    node.set(PDFName.of('Tabs'), PDFName.of('S'))
    return { marks: page.marks, ref }
  })
  const language = facts.language ?? languageOfPaper(structure, facts)
  writeStructure(document, structure, written, { language, locales: [facts.language, facts.locale] })
  const isArchive = [...images.values()].every((ref) => isArchivable(document, ref))
  describeFile(document, { ...facts, language, isArchive, contents })
  return document.save()
}

/** Returns the language of the words; for a paper without words, that of its title. */
function languageOfPaper(structure: Structure, { title, locale }: DocumentFacts): string {
  return languageOf(wordsOfStructure(structure), locale) ?? languageOf(title, locale) ?? 'en'
}

async function embedFonts(
  document: PDFDocument,
  pages: readonly PageCanvas[],
  glyphs: PaperUse['glyphs'],
  assets: RenderAssets,
): Promise<Map<PaperFont, PDFRef>> {
  const subset = await openSubsetter(assets.subsetWasm)
  const used = new Set(pages.flatMap((page) => [...page.fonts]))
  return new Map([...used].map((font) => [font, embedFont(document, font, glyphs.textsOf(font), subset)]))
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
