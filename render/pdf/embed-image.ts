import { type PDFDocument, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { findImageKind } from '../images/image-kind.ts'
import { findImageSize } from '../images/image-size.ts'

/** Embeds an image; a missing or broken one becomes a crossed frame, so that its absence is visible. */
export async function embedImage(document: PDFDocument, bytes: Uint8Array | undefined): Promise<PDFRef> {
  if (!bytes || !findImageSize(bytes)) return crossedFrame(document)
  try {
    const image =
      findImageKind(bytes) === 'png' ? await document.embedPng(bytes) : await document.embedJpg(bytes)
    await image.embed()
    return image.ref
  } catch {
    // The header is valid but the rest cannot be decoded; one bad picture must not prevent the whole report.
    return crossedFrame(document)
  }
}

/** Returns false for a picture in CMYK, because the colours of our papers are those of a screen. */
export function isArchivable({ context }: PDFDocument, ref: PDFRef): boolean {
  const image = context.lookup(ref)
  return (
    !(image instanceof PDFRawStream) || image.dict.get(PDFName.of('ColorSpace')) !== PDFName.of('DeviceCMYK')
  )
}

function crossedFrame(document: PDFDocument): PDFRef {
  const { context } = document
  const content = '0.6 G 0.01 w 0.01 0.01 0.98 0.98 re S 0 0 m 1 1 l S 0 1 m 1 0 l S'
  return context.register(
    context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }),
  )
}
