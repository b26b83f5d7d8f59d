import type { Block, TableBlock } from '../blocks/block.ts'
import type { DeskColumn, DeskPart } from '../desk-paper.ts'
import type { DeskLook } from './desk-look.ts'
import { deskNumber, deskText } from './desk-text.ts'

const HEAD = '#eeeeee'

/**
 * Returns a table of the desk: ruled, with its head repeated, on a sheet; a few plain columns over a rule on
 * a roll.
 */
export function tableBlocks(
  { columns, rows }: Extract<DeskPart, { kind: 'table' }>,
  look: DeskLook,
): Block[] {
  const shareOf = ({ share, rollShare }: DeskColumn) => (look.isRoll ? rollShare : share)
  const shown = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => shareOf(column) > 0)
  const total = shown.reduce((sum, { column }) => sum + shareOf(column), 0)
  const cellOf = (text: string, column: DeskColumn, isHead: boolean) => ({
    blocks: [(column.isNumber ? deskNumber : deskText)(text, { size: look.size, bold: isHead }, look)],
    columnSpan: 1,
    rowSpan: 1,
    ...(isHead && !look.isRoll && { background: HEAD }),
  })
  const table: TableBlock = {
    kind: 'table',
    look: look.isRoll ? 'plain' : 'ruled',
    rtl: look.isRtl,
    columns: shown.map(({ column }) => (look.width * shareOf(column)) / total),
    rows: [
      { isHead: true, cells: shown.map(({ column }) => cellOf(column.label, column, true)) },
      ...rows.map((row) => ({
        isHead: false,
        cells: shown.map(({ column, index }) => cellOf(row[index] ?? '', column, false)),
      })),
    ],
  }
  return look.isRoll ? [table, { kind: 'rule' }] : [table]
}
