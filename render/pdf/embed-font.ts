import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'
import type { PaperFont } from '../fonts/paper-font.ts'
import type { Subsetter } from '../fonts/subset.ts'
import { hex4, unitsHex } from './content.ts'

/** Embeds the used glyphs of a font as a Type 0 font whose codes are glyph ids, with their characters for copying. */
export function embedFont(
  document: PDFDocument,
  font: PaperFont,
  texts: ReadonlyMap<number, string>,
  subset: Subsetter,
): PDFRef {
  const { context } = document
  const glyphIds = [...texts.keys()].sort((left, right) => left - right)
  const file = subset.toGlyphs(font.file.bytes, glyphIds, font.file.weight)
  const name = `${subsetTag(font.key)}+${font.file.name}`
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: font.file.italic ? 0x44 : 0x04,
    FontBBox: [-1000, Math.round(-font.descent * 1000) - 200, 3000, Math.round(font.ascent * 1000) + 200],
    ItalicAngle: font.file.italic ? -12 : 0,
    Ascent: Math.round(font.ascent * 1000),
    Descent: Math.round(-font.descent * 1000),
    CapHeight: 714,
    StemV: font.file.bold ? 140 : 80,
    FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
  })
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    FontDescriptor: context.register(descriptor),
    CIDToGIDMap: 'Identity',
    DW: 0,
    W: glyphIds.flatMap((id) => [id, [Math.round(font.advanceOf(id) * 100) / 100]]),
  })
  const systemInfo = context.obj({ Supplement: 0 })
  systemInfo.set(PDFName.of('Registry'), asciiString('Adobe'))
  systemInfo.set(PDFName.of('Ordering'), asciiString('Identity'))
  descendant.set(PDFName.of('CIDSystemInfo'), systemInfo)
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(toUnicode(texts))),
    }),
  )
}

const asciiString = (text: string) =>
  PDFHexString.of(
    Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  )

/**
 * Returns six capital letters, which the format requires for a subset; derived from the font's key, so that
 * the bytes repeat.
 */
function subsetTag(key: string): string {
  let number = 0
  for (const letter of key) number = (number * 31 + letter.charCodeAt(0)) % 26 ** 6
  return Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26)),
  ).join('')
}

const ZERO_WIDTH_SPACE = '\u200B'

/** A section of a CMap has at most a hundred entries. */
const SECTION = 100

function toUnicode(texts: ReadonlyMap<number, string>): string {
  const entries = [...texts]
    .sort(([left], [right]) => left - right)
    // Every glyph needs a letter (ISO 19005-2, 6.2.11.7.2); glyphs without their own text are inside an
    // ActualText.
    .map(([id, text]) => `<${hex4(id)}> <${unitsHex(text === '' ? ZERO_WIDTH_SPACE : text)}>`)
  const sections: string[] = []
  for (let at = 0; at < entries.length; at += SECTION) {
    const section = entries.slice(at, at + SECTION)
    sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...sections,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end end',
  ].join('\n')
}
