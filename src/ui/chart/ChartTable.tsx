import { Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ChartSpec } from '#render/chart/chart-spec.ts'
import { chartTable, placeCount, type ChartTable as Rows } from '#render/chart/chart-table.ts'
import classes from './chart.module.css'
import type { ChartDoor, DoorOf } from './chart-door.ts'
import { CHART_WORDS as WORDS } from './words.ts'

export interface ChartTableProps {
  title: string
  spec: ChartSpec
  placeHeading: string
  valueHeading: string
  doorOf: DoorOf
}

/** Nobody reads more rows than these on a page; the list behind the chart and its CSV have all. */
const MOST_ROWS = 1_000

/** A chart's values as a table; each opens its entries. */
export function ChartTable({ title, spec, placeHeading, valueHeading, doorOf }: ChartTableProps) {
  const { columns, rows } = chartTable(spec, valueHeading, MOST_ROWS)
  const all = placeCount(spec)
  const isList = spec.form === 'list'
  return (
    <div className={classes.scroll}>
      <Table stickyHeader aria-label={title} className="tabular" verticalSpacing={6}>
        <Heads columns={columns} placeHeading={placeHeading} />
        <Table.Tbody>
          {rows.map(({ label, values }, place) => (
            // Places may share a label; their order identifies them.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Table.Tr key={place}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              {values.map((value, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a series
                <Table.Td key={row} ta="right">
                  <Value
                    value={value}
                    door={doorOf(isList ? { column: 0, row: place } : { column: place, row })}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length < all && <p className={classes.note}>{WORDS.firstOf(rows.length, all)}</p>}
    </div>
  )
}

function Heads({ columns, placeHeading }: { columns: Rows['columns']; placeHeading: string }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{placeHeading}</Table.Th>
        {columns.map((column) => (
          <Table.Th key={column} scope="col" ta="right">
            {column}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function Value({ value, door }: { value: string; door: ChartDoor | undefined }) {
  if (door === undefined || value === '') return value
  if ('href' in door)
    return (
      <Link to={door.href} className={classes.open}>
        {value}
      </Link>
    )
  return (
    <button type="button" onClick={door.open} className={classes.open}>
      {value}
    </button>
  )
}
