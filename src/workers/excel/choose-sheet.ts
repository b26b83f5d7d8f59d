import { attribute } from './scan-cells.ts'
import { SheetRefused } from './sheet-refused.ts'

/** Which sheet of a workbook is read, and which are not. */
export interface ChosenSheet {
  name: string
  /** Visible sheets of the workbook that are not read. */
  notRead: string[]
  hidden: string[]
}

/** Returns the first visible sheet; `place` counts all sheets of the workbook from 0. Throws SheetRefused. */
export function chooseSheet(
  files: ReadonlyMap<string, Uint8Array>,
): ChosenSheet & { place: number; path: string } {
  const relations = new Map(
    [...textOf(files, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].map(
      ([tag]) => [attribute(tag, 'Id'), tag],
    ),
  )
  const sheets = [...textOf(files, 'xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(
    ([tag], place) => {
      const relation = relations.get(attribute(tag, 'id')) ?? ''
      const target = attribute(relation, 'Target') ?? ''
      return {
        place,
        name: decoded(attribute(tag, 'name') ?? ''),
        isHidden: (attribute(tag, 'state') ?? '').endsWith('idden'),
        // Charts and dialogs are sheets too, without cells.
        hasCells: attribute(relation, 'Type')?.endsWith('/worksheet') ?? false,
        path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      }
    },
  )
  const withCells = sheets.filter(({ hasCells }) => hasCells)
  const [chosen, ...others] = withCells.filter(({ isHidden }) => !isHidden)
  if (!chosen)
    throw new SheetRefused(
      withCells.length > 0
        ? 'Every sheet of this file is hidden. Show the one to import in your spreadsheet and save the file.'
        : 'This file holds no sheet with cells.',
    )
  return {
    place: chosen.place,
    path: chosen.path,
    name: chosen.name,
    notRead: others.map(({ name }) => name),
    hidden: withCells.filter(({ isHidden }) => isHidden).map(({ name }) => name),
  }
}

/** Returns the markup of a part of the workbook; empty if there is none. */
export const textOf = (files: ReadonlyMap<string, Uint8Array>, path: string): string =>
  new TextDecoder().decode(files.get(path))

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, ten, sixteen, name) => {
    if (name !== undefined) return SIGNS[String(name).toLowerCase()] ?? whole
    const code = ten === undefined ? Number.parseInt(sixteen, 16) : Number(ten)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
