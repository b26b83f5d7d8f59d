import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import { drawText } from './letterhead.ts'

/** Content of a paper that came with an examination. */
export interface FormLines {
  title: string
  lines: readonly string[]
}

const INK = '#1b2733'

/** Draws a referrer's request as a scanned picture. */
export async function drawForm({ title, lines }: FormLines): Promise<Buffer> {
  const texts = [await drawText(title, 'bold', INK, 36)]
  for (const line of lines) texts.push(await drawText(line, 'latin', INK, 22))
  const paper = sharp({ create: { width: 900, height: 620, channels: 3, background: '#fbfaf5' } })
  const placed = texts.map(({ data }, row) => ({ input: data, left: 60, top: 60 + row * 62 }))
  return paper.composite(placed).jpeg({ quality: 82 }).toBuffer()
}

/** Returns an earlier result from another centre: one page of PDF. */
export async function writePdf({ title, lines }: FormLines, now: Date): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(now)
  pdf.setModificationDate(now)
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  page.drawText(title, { x: 56, y: 770, size: 20, font })
  for (const [row, line] of lines.entries()) page.drawText(line, { x: 56, y: 730 - row * 22, size: 12, font })
  return Buffer.from(await pdf.save())
}
