import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { srgbProfile } from './srgb-profile.ts'
import { xmpOf } from './xmp.ts'

/** The metadata of a file. */
export interface FileFacts {
  title: string
  createdAt: Date
  /** Words that programs search for in the file. */
  keywords?: readonly string[] | undefined
  /** BCP 47. */
  language: string
  /** Whether the file is PDF/A-2, level a. */
  isArchive: boolean
  /** Its contents, from which its id is calculated. */
  contents: readonly string[]
}

const PRODUCER = 'Readroom'

/** Writes title, dates, language, colours and id of a file, both in the information dictionary and in XMP. */
export function describeFile(document: PDFDocument, facts: FileFacts): void {
  const { title, createdAt, keywords = [], language, isArchive, contents } = facts
  const { context, catalog } = document
  document.setTitle(title, { showInWindowTitleBar: true })
  if (keywords.length > 0) document.setKeywords([...keywords])
  document.setProducer(PRODUCER)
  document.setCreator(PRODUCER)
  document.setCreationDate(createdAt)
  document.setModificationDate(createdAt)
  catalog.set(PDFName.of('Lang'), PDFString.of(language))
  const packet = xmpOf({
    title,
    language,
    keywords,
    createdAt,
    producer: PRODUCER,
    ...(isArchive && { archive: { part: 2, conformance: 'A' } }),
  })
  // Uncompressed, so that programs without PDF support find it.
  const metadata = context.stream(packet, { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
  const profile = context.register(context.flateStream(srgbProfile(), { N: 3 }))
  const intent = context.obj({ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile })
  intent.set(PDFName.of('OutputConditionIdentifier'), PDFString.of('sRGB IEC61966-2.1'))
  intent.set(PDFName.of('Info'), PDFString.of('sRGB IEC61966-2.1'))
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]))
  const id = PDFHexString.of(fileId([title, createdAt.toISOString(), language, ...keywords, ...contents]))
  context.trailerInfo.ID = context.obj([id, id])
}

/**
 * Returns sixteen bytes in hexadecimal that are calculated from the texts (FNV-1a, four times with different
 * seeds).
 */
function fileId(texts: readonly string[]): string {
  return [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b]
    .map((seed) => {
      let hash = seed
      for (const text of texts) {
        for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
        hash = Math.imul(hash ^ 0x1f, 0x01000193)
      }
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
