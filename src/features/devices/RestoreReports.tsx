import { Alert, Stack, Table, Text } from '@mantine/core'
import type { RestoreReport } from '#contract/calls/devices.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useRestores } from '#src/sync/devices/use-restores.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import classes from './devices.module.css'
import { type RestoreTable, restoreText } from './restore-lines.ts'

/**
 * For each restore of the last months, what was recovered and what is known to be missing; renders nothing if
 * there was no restore.
 */
export function RestoreReports({ isOnline }: { isOnline: boolean }) {
  const reports = useRestores(isOnline)
  return reports.map((report) => <Report key={report.restored} report={report} />)
}

const timeOf = (at: string) => formatDateTime(new Date(at), branchZone())

function Report({ report }: { report: RestoreReport }) {
  const { title, isOpen, sentences, tables } = restoreText(report, timeOf)
  return (
    <Alert
      color={isOpen ? 'orange' : 'green'}
      title={title}
      role="region"
      aria-label={title}
      className={classes.restore}
    >
      <Stack gap="xs">
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {tables.map((table) => (
          <Lines key={table.name} {...table} />
        ))}
      </Stack>
    </Alert>
  )
}

function Lines({ name, heads, lines }: RestoreTable) {
  return (
    <section className={classes.restoreLines} aria-label={name} tabIndex={0}>
      <Table className="tabular" verticalSpacing={4} captionSide="top" aria-label={name}>
        <Table.Caption ta="start">{name}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.join(' ')}>
              {line.map((cell, place) => (
                <Table.Td key={heads[place]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
