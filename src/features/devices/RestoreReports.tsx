import { Alert, Stack, Table, Text } from '@mantine/core'
import type { RestoreReport } from '#contract/calls/devices.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useRestores } from '#src/sync/devices/use-restores.ts'
import { callWords } from '#src/sync/outbox/call-words.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import classes from './devices.module.css'
import { RESTORE_WORDS as WORDS } from './restore-words.ts'

/** What came back after each restore of the last months, and what is known to be missing; nothing where there was none. */
export function RestoreReports({ isOnline }: { isOnline: boolean }) {
  const reports = useRestores(isOnline)
  return reports.map((report) => <Report key={report.restored} report={report} />)
}

const timeOf = (at: string) => formatDateTime(new Date(at), LOCAL_ZONE)

function Report({ report }: { report: RestoreReport }) {
  const { restored, backup, devices, away, missing, missing_count, twice } = report
  return (
    <Alert
      color={missing_count > 0 || twice.length > 0 ? 'orange' : 'green'}
      title={WORDS.title(timeOf(restored), timeOf(backup))}
      role="region"
      aria-label={WORDS.title(timeOf(restored), timeOf(backup))}
      className={classes.restore}
    >
      <Stack gap="xs">
        <Text size="sm">{missing_count === 0 ? WORDS.allBack : WORDS.missing(missing_count)}</Text>
        {away.length > 0 && (
          <Text size="sm">{WORDS.away(away.map((one) => `${one.user_name} (${one.device_name})`))}</Text>
        )}
        <Lines
          name={WORDS.back}
          heads={[WORDS.person, WORDS.device, WORDS.at, WORDS.compared, WORDS.lacking, WORDS.returned]}
          lines={devices.map((one) => [
            one.user_name,
            one.device_name,
            timeOf(one.at),
            one.compared,
            one.lacking,
            one.returned,
          ])}
        />
        <Lines
          name={WORDS.notBack}
          heads={[WORDS.change, WORDS.person, WORDS.acknowledged, WORDS.numbers, WORDS.why]}
          lines={missing.map((one) => [
            callWords(one.call),
            one.user_name,
            timeOf(one.acknowledged),
            one.numbers.join(', '),
            one.refusal === '' ? WORDS.notCome : WORDS.refused,
          ])}
        />
        <Lines
          name={WORDS.twice}
          heads={[WORDS.onPaper, WORDS.nowCalled, WORDS.change, WORDS.person]}
          lines={twice.map((one) => [one.no, one.now, callWords(one.call), one.user_name])}
        />
      </Stack>
    </Alert>
  )
}

interface LinesProps {
  name: string
  heads: readonly string[]
  lines: readonly (readonly (string | number)[])[]
}

function Lines({ name, heads, lines }: LinesProps) {
  if (lines.length === 0) return null
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
