import { PDFDocument, PDFName, PDFObjectCopier, PDFPage, PDFRawStream } from 'pdf-lib'
import type { RenderProgress } from './paper-input.ts'
import { describeFile } from './pdf/describe-file.ts'
import { joinStructures, type StructuredPart } from './pdf/join-structures.ts'

/** The title of a merged document, and its creation date. */
export interface MergedFacts {
  title: string
  createdAt: Date
}

/**
 * Joins PDF files into one; keeps the keywords of all, and the structure of the files that Readroom wrote.
 * The result is PDF/A-2 if all of them are ours and PDF/A-2. Throws for a file that is not a PDF.
 */
export async function mergeDocuments(
  files: readonly Uint8Array[],
  { title, createdAt }: MergedFacts,
  onProgress: RenderProgress = () => undefined,
): Promise<Uint8Array> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  const keywords = new Set<string>()
  const parts: StructuredPart[] = []
  const facts: PartFacts[] = []
  for (const [index, file] of files.entries()) {
    const part = await PDFDocument.load(file, { updateMetadata: false })
    const copier = PDFObjectCopier.for(part.context, merged.context)
    const from = merged.getPageCount()
    for (const { ref } of part.getPages()) {
      // By its reference, so that the structure is copied to the same page.
      const copied = copier.copy(ref)
      merged.addPage(PDFPage.of(merged.context.lookup(copied) as PDFPage['node'], copied, merged))
    }
    for (const word of (part.getKeywords() ?? '').split(' ')) if (word !== '') keywords.add(word)
    parts.push({ part, copier, pages: merged.getPages().slice(from) })
    facts.push(factsOf(part))
    onProgress((index + 1) / files.length)
  }
  joinStructures(merged, parts)
  describeFile(merged, {
    title,
    createdAt,
    keywords: [...keywords],
    language: facts.find(({ language }) => language !== undefined)?.language ?? 'en',
    isArchive: facts.length > 0 && facts.every(({ isArchive }) => isArchive),
    contents: facts.map(({ id }) => id),
  })
  return merged.save()
}

interface PartFacts {
  language: string | undefined
  id: string
  /** Whether it is a file of ours in PDF/A-2, level a. */
  isArchive: boolean
}

function factsOf({ catalog, context }: PDFDocument): PartFacts {
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  const packet =
    metadata instanceof PDFRawStream && !metadata.dict.has(PDFName.of('Filter'))
      ? new TextDecoder().decode(metadata.contents)
      : ''
  const isOurs = packet.includes('<pdf:Producer>Readroom</pdf:Producer>')
  return {
    language: /<dc:language><rdf:Bag><rdf:li>([\w-]+)</.exec(packet)?.[1],
    id: String(context.trailerInfo.ID ?? ''),
    isArchive: isOurs && packet.includes('<pdfaid:part>2</pdfaid:part>'),
  }
}
