import { PDFDocument } from 'pdf-lib'
import type { RenderProgress } from './paper-input.ts'

/** What a document of several is called, and when it was made. */
export interface MergedFacts {
  title: string
  createdAt: Date
}

/** Puts PDF files behind each other in one; keywords of all are kept. Throws for what is not a PDF. */
export async function mergeDocuments(
  files: readonly Uint8Array[],
  { title, createdAt }: MergedFacts,
  onProgress: RenderProgress = () => undefined,
): Promise<Uint8Array> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  const keywords = new Set<string>()
  for (const [index, file] of files.entries()) {
    const part = await PDFDocument.load(file, { updateMetadata: false })
    for (const page of await merged.copyPages(part, part.getPageIndices())) merged.addPage(page)
    for (const word of (part.getKeywords() ?? '').split(' ')) if (word !== '') keywords.add(word)
    onProgress((index + 1) / files.length)
  }
  merged.setTitle(title, { showInWindowTitleBar: true })
  if (keywords.size > 0) merged.setKeywords([...keywords])
  merged.setProducer('Readroom')
  merged.setCreator('Readroom')
  merged.setCreationDate(createdAt)
  merged.setModificationDate(createdAt)
  return merged.save()
}
