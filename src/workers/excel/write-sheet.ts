import { xmlLetters } from '#domain/file/xml-letters.ts'
import { escapeFormula } from '#domain/masters/sheet.ts'
import { packZip } from './pack-zip.ts'

/** A column to write; `width` in characters. */
export interface WrittenColumn {
  title: string
  width: number
}

/** A sheet under construction. */
export interface SheetWriter {
  /** Adds rows and returns how many it has now. */
  add: (rows: readonly (readonly (string | number)[])[]) => number
  finish: () => Blob
}

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Starts an .xlsx file of one sheet with a bold heading that stays while scrolling. Texts never become formulas. */
export function createSheet(name: string, columns: readonly WrittenColumn[]): SheetWriter {
  let count = 0
  const titles = columns.map(({ title }) => title)
  const lines = [rowOf(1, titles, 1)]
  return {
    add: (rows) => {
      for (const row of rows) {
        count += 1
        lines.push(rowOf(count + 1, row, 0))
      }
      return count
    },
    finish: () => {
      const files = new Map(
        Object.entries({
          ...FRAME,
          ...workbookOf(name),
          'xl/worksheets/sheet1.xml': sheetOf(columns, lines),
        }).map(([path, markup]) => [path, new TextEncoder().encode(HEAD + markup)] as const),
      )
      return new Blob([packZip(files)], { type: MEDIA_TYPE })
    },
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const markupText = (text: string) => xmlLetters(text).replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const rowOf = (line: number, values: readonly (string | number)[], style: number) =>
  `<row r="${line}">${values.map((value, at) => cellOf(value, `${letterOf(at)}${line}`, style)).join('')}</row>`

const LETTER_A = 65
const LETTERS = 26
/** A to Z, then AA to ZZ. */
const letterOf = (place: number): string =>
  (place < LETTERS ? '' : letterOf(Math.floor(place / LETTERS) - 1)) +
  String.fromCharCode(LETTER_A + (place % LETTERS))

function cellOf(value: string | number, at: string, style: number): string {
  if (value === '') return ''
  if (typeof value === 'number') return `<c r="${at}" s="${style}"><v>${value}</v></c>`
  const text = markupText(escapeFormula(value))
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${text}</t></is></c>`
}

const sheetOf = (columns: readonly WrittenColumn[], lines: readonly string[]) =>
  [
    `<worksheet xmlns="${MAIN}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`,
    `<sheetData>${lines.join('')}</sheetData></worksheet>`,
  ].join('')

/** A sheet name has at most 31 characters and none of these signs. */
const sheetName = (name: string) => markupText(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31))

const workbookOf = (name: string) => ({
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
})

/** The parts of every workbook. */
const FRAME = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA_TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
