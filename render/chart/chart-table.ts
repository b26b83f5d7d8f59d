import type { ChartSpec } from './chart-spec.ts'
import type { Cell } from './drawing.ts'
import { formatValue } from './unit.ts'

/** A chart's values in words, for a table and for screen readers. A gap is an empty text. */
export interface ChartTable {
  columns: readonly string[]
  rows: readonly { label: string; values: readonly string[] }[]
}

/** Returns the first `most` places of a chart as a table; `valueHeading` names the numbers of a chart of one series. */
export function chartTable(spec: ChartSpec, valueHeading: string, most: number): ChartTable {
  const columns = 'series' in spec ? spec.series.map(({ label }) => label) : [valueHeading]
  const count = Math.min(most, placeCount(spec))
  const rows = Array.from({ length: count }, (_, index) => {
    const { label, values } = placeAt(spec, index)
    return { label, values: columns.map((_heading, row) => textOf(values[row] ?? null, spec)) }
  })
  return { columns, rows }
}

/** The words of one value of a chart: its place, its series if there are several, its number. */
export interface CellText {
  label: string
  series: string
  value: string
}

export function cellText(spec: ChartSpec, cell: Cell): CellText {
  // The rows of a list are its places.
  const [place, row] = spec.form === 'list' ? [cell.row, 0] : [cell.column, cell.row]
  const { label, values } = placeAt(spec, place)
  const series = 'series' in spec && spec.series.length > 1 ? (spec.series[row]?.label ?? '') : ''
  return { label, series, value: textOf(values[row] ?? null, spec) }
}

/** Returns the number of places of a chart. */
export function placeCount(spec: ChartSpec): number {
  if (spec.form === 'line') return spec.points.length
  return spec.form === 'stacked' ? spec.groups.length : spec.items.length
}

interface ChartRow {
  label: string
  values: readonly (number | null)[]
}

const NOWHERE: ChartRow = { label: '', values: [] }

function placeAt(spec: ChartSpec, index: number): ChartRow {
  if (spec.form === 'line') return spec.points[index] ?? NOWHERE
  if (spec.form === 'stacked') return spec.groups[index] ?? NOWHERE
  const item = spec.items[index]
  return item ? { label: item.label, values: [item.value] } : NOWHERE
}

const textOf = (value: number | null, { unit }: ChartSpec) => (value === null ? '' : formatValue(value, unit))
