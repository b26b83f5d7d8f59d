import type { ReactNode } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field, FieldKind } from '#contract/masters/engine/field.ts'
import { formatDate } from '#domain/time/formats.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import { FieldText } from './FieldText.tsx'
import { humanName, type Values } from './form-values.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

/** Cells that a list renders itself, by column name. */
export type MasterCells<M extends AnyMaster> = Readonly<
  Partial<
    Record<
      string,
      { header?: string; width?: string; align?: 'start' | 'end'; cell: (row: RecordOf<M>) => ReactNode }
    >
  >
>

const AT_THE_END: readonly FieldKind[] = ['int', 'percent', 'points', 'money', 'port']

const NARROW = '96px'
const WIDTHS: Partial<Record<FieldKind, string>> = {
  active: '104px',
  flag: '80px',
  int: NARROW,
  percent: NARROW,
  points: NARROW,
  port: NARROW,
  money: '128px',
  colour: '124px',
  time: NARROW,
  day: '124px',
  richText: 'minmax(160px, 2fr)',
}
const FIRST = 'minmax(160px, 2fr)'
const OTHER = 'minmax(100px, 1fr)'

/** The columns of a list, as named in the declaration; their content follows from the field kind. */
export function columnsOf<M extends AnyMaster>(
  master: M,
  cells: MasterCells<M>,
  only?: readonly string[],
): GridColumn<RecordOf<M>>[] {
  return (only ?? master.columns).map((name, index) => {
    const field: Field | undefined = master.fields[name]
    const own = cells[name]
    return {
      id: name,
      header: own?.header ?? headerOf(name, field),
      width: own?.width ?? (index === 0 ? FIRST : widthOf(name, field)),
      align: own?.align ?? (field && AT_THE_END.includes(field.kind) ? 'end' : 'start'),
      cell: own?.cell ?? ((row) => <Cell name={name} field={field} row={row} />),
    }
  })
}

const headerOf = (name: string, field: Field | undefined) =>
  name === 'created' ? WORDS.created : (field?.label ?? humanName(name))

const widthOf = (name: string, field: Field | undefined) =>
  name === 'created' ? '124px' : ((field && WIDTHS[field.kind]) ?? OTHER)

/** A column's default content for a record. */
export function Cell({ name, field, row }: { name: string; field: Field | undefined; row: Values }) {
  const value = row[name]
  if (name === 'created') return <span className="tabular">{createdOf(value)}</span>
  if (field) return <FieldText field={field} value={field.kind === 'secret' ? row[`has_${name}`] : value} />
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function createdOf(value: unknown): string {
  const at = new Date(String(value))
  return Number.isNaN(at.getTime()) ? '' : formatDate(at, branchZone())
}
