import type { Block, TableBlock } from './blocks/block.ts'
import type { DeskFact } from './desk-paper.ts'
import type { FiguresColumn, FiguresPart, FiguresTable } from './figures-paper.ts'
import { columnsBlock, textBlock } from './paper/plain-blocks.ts'

const SIZE = 7.5
const FACT_SIZE = 8.5
const LABEL = '#4d5862'
const HEAD = '#eef1f3'
const TITLE = 11

type PartOf<Kind extends FiguresPart['kind']> = Extract<FiguresPart, { kind: Kind }>
type Setter<Kind extends FiguresPart['kind']> = (part: PartOf<Kind>, width: number) => Block[]

const SETTERS: { [Kind in FiguresPart['kind']]: Setter<Kind> } = {
  section: ({ title, note }) => [
    textBlock(
      title,
      { bold: true, size: TITLE },
      { before: 14, after: note === '' ? 4 : 1, keepWithNext: true, heading: 2 },
    ),
    ...(note === '' ? [] : [textBlock(note, { size: SIZE, color: LABEL }, { after: 4, keepWithNext: true })]),
  ],
  facts: ({ facts }, width) => [factsBlock(facts, width)],
  table: tableBlocks,
  text: ({ text }) => [textBlock(text, { size: FACT_SIZE }, { before: 4, after: 2 })],
  chart: ({ title, chart, height }) => [
    textBlock(title, { bold: true, size: FACT_SIZE }, { before: 8, keepWithNext: true, heading: 3 }),
    { kind: 'chart', title, chart, height },
  ],
  signatures: ({ places }, width) => [signaturesBlock(places, width)],
}

/** Returns the blocks of a paper's parts at a width in points. */
export function figuresBlocks(parts: readonly FiguresPart[], width: number): Block[] {
  return parts.flatMap((part) => {
    // The entry fits its own kind of part; the compiler cannot follow the relation between the two.
    const set = SETTERS[part.kind] as Setter<FiguresPart['kind']>
    return set(part, width)
  })
}

const SIGNING_ROOM = 44
const GAP = 24

/** Keeps signature lines together, with space for a pen above each line. */
function signaturesBlock(places: readonly string[], width: number): Block {
  const line = (width - GAP * (places.length - 1)) / places.length
  const cells = places.map((place): Block[] => [
    { kind: 'rule' },
    textBlock(place, { size: FACT_SIZE, color: LABEL }),
  ])
  const row = cells.flatMap((cell, index) => (index === 0 ? [cell] : [[], cell]))
  const widths = cells.flatMap((_, index) => (index === 0 ? [line] : [GAP, line]))
  return { kind: 'group', before: SIGNING_ROOM, blocks: [columnsBlock([row], widths)] }
}

const LABEL_SHARE = 0.26

function factsBlock(facts: readonly DeskFact[], width: number): Block {
  const said = facts.filter(({ value }) => value !== '')
  const half = Math.ceil(said.length / 2)
  const cells = (fact: DeskFact | undefined): Block[][] =>
    fact
      ? [
          [textBlock(fact.label, { size: FACT_SIZE, color: LABEL })],
          [textBlock(fact.value, { size: FACT_SIZE, bold: true }, { align: 'left' })],
        ]
      : [[], []]
  const rows = Array.from({ length: half }, (_, row) => [...cells(said[row]), ...cells(said[row + half])])
  const label = (width / 2) * LABEL_SHARE
  return columnsBlock(rows, [label, width / 2 - label, label, width / 2 - label])
}

function tableBlocks(part: FiguresTable, measure: number): Block[] {
  const { columns, rows, total, empty } = part
  const width = measure * (part.width ?? 1)
  if (rows.length === 0) return [textBlock(empty, { size: FACT_SIZE, color: LABEL }, { after: 4 })]
  const sum = columns.reduce((all, { share }) => all + share, 0)
  const table: TableBlock = {
    kind: 'table',
    look: 'lined',
    rtl: false,
    width: { points: width },
    columns: columns.map(({ share }) => (width * share) / sum),
    rows: [
      { isHead: true, cells: columns.map((column) => cellOf(column.label, column, HEAD)) },
      ...rows.map((row) => ({
        isHead: false,
        cells: columns.map((column, index) => cellOf(row[index] ?? '', column)),
      })),
      ...(total
        ? [{ isHead: false, cells: columns.map((column, index) => cellOf(total[index] ?? '', column, HEAD)) }]
        : []),
    ],
  }
  return [table]
}

/** Returns a cell; heads and totals are bold on a coloured ground. */
function cellOf(text: string, { isNumber = false }: FiguresColumn, background?: string) {
  const isStrong = background !== undefined
  const lines = text.split('\n')
  return {
    blocks: lines.map((line) =>
      textBlock(line, { size: SIZE, bold: isStrong }, { align: isNumber ? 'right' : 'left' }),
    ),
    columnSpan: 1,
    rowSpan: 1,
    background,
  }
}
