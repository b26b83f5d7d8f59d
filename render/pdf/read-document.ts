import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from 'pdf-lib'
import { type ReadFont, readPageText, textOfUnits } from './read-page-text.ts'

/** The metadata and the content of a PDF file. */
export interface ReadDocument {
  keywords: string
  /** The words of its pages in the order of painting, separated by form feeds; empty if none can be read. */
  words: string
}

/**
 * Reads the words of a PDF file that Readroom wrote (or that another program saved again), and its keywords.
 * Throws for a file that is not a PDF. Fonts must include their letters (ToUnicode), as those of
 * `writeDocument` do.
 */
export async function readDocument(file: Uint8Array): Promise<ReadDocument> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const pages = document.getPages().map((page) => readPageText(contentOf(page), fontsOf(page)))
  return { keywords: document.getKeywords() ?? '', words: pages.join('\f') }
}

const latin = new TextDecoder('latin1')

function contentOf({ node }: PDFPage): string {
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
  return streams.map((stream) => decoded(node.context, stream)).join('\n')
}

function fontsOf({ node }: PDFPage): Map<string, ReadFont> {
  const fonts = node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
  const entries = (fonts?.entries() ?? []).flatMap(([name, value]) => {
    const font = node.context.lookupMaybe(value, PDFDict)
    const letters = decoded(node.context, font?.get(PDFName.of('ToUnicode')))
    return [[name.decodeText(), readToUnicode(letters)] as const]
  })
  return new Map(entries)
}

function decoded(context: PDFContext, object: PDFObject | undefined): string {
  const stream = object && context.lookup(object)
  return stream instanceof PDFRawStream ? latin.decode(decodePDFRawStream(stream).decode()) : ''
}

/** Returns the letters of each glyph, from the sections of a ToUnicode map. */
function readToUnicode(map: string): ReadFont {
  const letters = new Map<number, string>()
  for (const [, section = ''] of map.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', units = ''] of section.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>/g))
      letters.set(Number.parseInt(glyph, 16), textOfUnits(units))
  }
  for (const [, section = ''] of map.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', first = ''] of section.matchAll(
      /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/g,
    ))
      addRange(letters, Number.parseInt(from, 16), Number.parseInt(to, 16), Number.parseInt(first, 16))
  }
  return letters
}

/** The most glyphs of one font: a broken map must not fill the memory. */
const MOST_GLYPHS = 0xffff

function addRange(letters: Map<number, string>, from: number, to: number, first: number): void {
  for (let glyph = from; glyph <= Math.min(to, MOST_GLYPHS); glyph += 1)
    letters.set(glyph, String.fromCodePoint(Math.min(first + glyph - from, 0x10ffff)))
}
