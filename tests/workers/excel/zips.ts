import { Zip, ZipDeflate, zipSync } from 'fflate'

const utf8 = (text: string) => new TextEncoder().encode(text)
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** One sheet of a workbook written by hand: its rows as markup. */
export interface HandSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows: string
  isChart?: boolean
}

/**
 * Returns the parts of a workbook in the order of openpyxl, where the parts that identify an office file come
 * last.
 */
export function partsOf(sheets: readonly HandSheet[], styles = ''): [string, Uint8Array][] {
  const kind = ({ isChart }: HandSheet) => (isChart ? 'chartsheet' : 'worksheet')
  const path = (sheet: HandSheet, at: number) => `${kind(sheet)}s/sheet${at + 1}.xml`
  const parts: [string, string][] = [
    ['docProps/app.xml', '<Properties/>'],
    ['docProps/core.xml', '<core/>'],
    ['xl/theme/theme1.xml', `<theme>${randomText(9_000)}</theme>`],
    ...sheets.map((sheet, at): [string, string] => [
      `xl/${path(sheet, at)}`,
      `<worksheet xmlns="${MAIN}"><sheetData>${sheet.rows}</sheetData></worksheet>`,
    ]),
    ['xl/styles.xml', `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`],
    ['_rels/.rels', `<Relationships xmlns="${PACKAGE}/relationships"/>`],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${sheets
        .map(
          (sheet, at) =>
            `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind(sheet)}" Target="/xl/${path(sheet, at)}"/>`,
        )
        .join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['[Content_Types].xml', `<Types xmlns="${PACKAGE}/content-types"/>`],
  ]
  return parts.map(([at, text]) => [at, utf8(HEAD + text)])
}

/** Returns text that hardly compresses, the same each time. */
function randomText(length: number): string {
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (seed % 26))
  }).join('')
}

export const packed = (parts: readonly [string, Uint8Array][]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(parts)))

/** Writes like programs that do not know a size in advance: the sizes follow each file. */
export function withDescriptors(parts: readonly [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((_, chunk) => void chunks.push(chunk))
  for (const [path, bytes] of parts) {
    const file = new ZipDeflate(path)
    zip.add(file)
    file.push(bytes, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns the same archive as zip64: its directory has sizes and positions in 64 bits. */
export function asZip64(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - 22
  const [count, from] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  const parts: Uint8Array[] = [zip.slice(0, from)]
  let size = 0
  for (let at = from, n = 0; n < count; n += 1) {
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const entry = new Uint8Array(46 + name + 28)
    entry.set(zip.subarray(at, at + 46 + name))
    const wide = new DataView(entry.buffer)
    const more = 46 + name
    wide.setUint16(more, 1, true)
    wide.setUint16(more + 2, 24, true)
    wide.setBigUint64(more + 4, BigInt(view.getUint32(at + 24, true)), true)
    wide.setBigUint64(more + 12, BigInt(view.getUint32(at + 20, true)), true)
    wide.setBigUint64(more + 20, BigInt(view.getUint32(at + 42, true)), true)
    for (const place of [20, 24, 42]) wide.setUint32(place, 0xffffffff, true)
    wide.setUint16(30, 28, true)
    wide.setUint16(32, 0, true)
    parts.push(entry)
    size += entry.length
    at += 46 + name + extra + comment
  }
  const tail = new Uint8Array(56 + 20 + 22)
  const wide = new DataView(tail.buffer)
  wide.setUint32(0, 0x06064b50, true)
  wide.setBigUint64(4, 44n, true)
  wide.setBigUint64(24, BigInt(count), true)
  wide.setBigUint64(32, BigInt(count), true)
  wide.setBigUint64(40, BigInt(size), true)
  wide.setBigUint64(48, BigInt(from), true)
  wide.setUint32(56, 0x07064b50, true)
  wide.setBigUint64(64, BigInt(from + size), true)
  wide.setUint32(72, 1, true)
  wide.setUint32(76, 0x06054b50, true)
  wide.setUint16(84, 0xffff, true)
  wide.setUint16(86, 0xffff, true)
  wide.setUint32(88, 0xffffffff, true)
  wide.setUint32(92, 0xffffffff, true)
  return new Uint8Array(Buffer.concat([...parts, tail]))
}
