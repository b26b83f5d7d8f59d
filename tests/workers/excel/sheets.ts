import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { packZip } from '#src/workers/excel/pack-zip.ts'
import { unpackMarkup } from '#src/workers/excel/unpack-zip.ts'

/** A real sheet, written by a library other than the tested one. */
export async function sheetOf(rows: SheetData): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await writeXlsxFile(rows, { dateFormat: 'dd/mm/yyyy' }).toBuffer())
}

export const HEAD = ['Service Name', 'Charges', 'TAT'] as const
export const blob = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])

/** Returns a sheet with the given markup as rows, as programs write what the library cannot. */
export async function sheetWith(sheetData: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = unpackMarkup(await sheetOf([[...HEAD], ['x', 1, 2]]))
  const path = 'xl/worksheets/sheet1.xml'
  const markup = new TextDecoder().decode(files.get(path))
  const changed = markup.replace(/<sheetData>.*<\/sheetData>/s, sheetData)
  files.set(path, new TextEncoder().encode(changed))
  return packZip(files)
}

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
export const HEAD_ROW = `<row r="1">${text('A1', HEAD[0])}${text('B1', HEAD[1])}${text('C1', HEAD[2])}</row>`
export { text as textCell }
