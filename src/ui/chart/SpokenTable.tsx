import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import type { ChartSpec } from '#render/chart/chart-spec.ts'
import { chartTable } from '#render/chart/chart-table.ts'

export interface SpokenTableProps {
  title: string
  spec: ChartSpec
  placeHeading: string
  valueHeading: string
}

/** For more rows, a screen reader's user opens the table itself. */
const MOST_ROWS = 100

/** The table for screen readers while a chart is shown as a picture; it has no controls. */
export const SpokenTable = memo(function SpokenTable({ title, spec, ...headings }: SpokenTableProps) {
  const { columns, rows } = chartTable(spec, headings.valueHeading, MOST_ROWS)
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{headings.placeHeading}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are known by their order
            <tr key={place}>
              <th scope="row">{label}</th>
              {values.map((value, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a series
                <td key={row}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
})
