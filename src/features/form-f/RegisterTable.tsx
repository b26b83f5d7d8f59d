import { Button, Table, Text } from '@mantine/core'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import stacked from '#src/ui/stacked-table.module.css'
import { REGISTER_COLUMNS, type RegisterColumn } from './register-columns.ts'
import { REGISTER_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS
/** The columns shown on the page, besides the visit and the missing data; the files contain all columns. */
const SHOWN: readonly string[] = [NAMES.started, NAMES.woman, NAMES.service, NAMES.machine, NAMES.doctor]
const COLUMNS = REGISTER_COLUMNS.filter(({ title }) => SHOWN.includes(title))

export interface RegisterTableProps {
  entries: readonly FormFEntry[]
  zone: string
  onVisit: (visitId: string) => void
}

/** One ultrasound per row, with the missing data of its Form F. */
export function RegisterTable({ entries, zone, onVisit }: RegisterTableProps) {
  return (
    <div className={stacked.wrap}>
      <Table className={`tabular ${stacked.table}`} aria-label={WORDS.table} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{NAMES.visit}</Table.Th>
            {COLUMNS.map(({ title }) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
            <Table.Th>{NAMES.missing}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry, at) => (
            <Table.Tr key={entry.id}>
              <Table.Td data-label={NAMES.visit}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={WORDS.openVisit(entry.visit_no)}
                  onClick={() => onVisit(entry.appt_id)}
                >
                  {entry.visit_no}
                </Button>
              </Table.Td>
              {COLUMNS.map((column) => (
                <Cell key={column.title} {...{ column, entry, zone, at }} />
              ))}
              <Table.Td data-label={NAMES.missing}>
                <Missing missing={entry.missing} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface CellProps {
  column: RegisterColumn
  entry: FormFEntry
  zone: string
  at: number
}

const Cell = ({ column: { title, textOf }, entry, zone, at }: CellProps) => (
  <Table.Td data-label={title} dir="auto">
    {textOf(entry, zone, at)}
  </Table.Td>
)

function Missing({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return <TintBadge colour="green">{WORDS.whole}</TintBadge>
  return missing.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ))
}
