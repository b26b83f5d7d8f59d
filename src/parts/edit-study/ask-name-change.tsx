import { List, Stack, Text } from '@mantine/core'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { SomeEditFields } from '#contract/calls/study-edit.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/**
 * Asks for confirmation before correcting a name under which reports were signed: lists them, and what
 * happens to them. Resolves to true if no question is needed.
 */
export async function agreesToRename(
  fields: SomeEditFields,
  oldName: string,
  reports: readonly ReportRow[],
): Promise<boolean> {
  const signed = reports.filter(({ status }) => isSigned(status))
  if (fields.pat_name === undefined || signed.length === 0) return true
  return confirmAction({
    title: WORDS.renameTitle,
    message: (
      <Stack gap="xs">
        <Text size="sm">{WORDS.renameNote(oldName, fields.pat_name)}</Text>
        <List size="sm" aria-label={WORDS.signedReports}>
          {signed.map((report) => (
            <List.Item key={report.id}>{lineOf(report)}</List.Item>
          ))}
        </List>
        <Text size="sm">{WORDS.renameEffect}</Text>
      </Stack>
    ),
    confirmLabel: WORDS.rename,
    danger: true,
  })
}

const lineOf = ({ report_no, report_name, signed_by_doctor, signed_on }: ReportRow) =>
  [
    WORDS.reportOf(report_no, report_name),
    signed_by_doctor,
    signed_on && formatDateTime(new Date(signed_on), branchZone()),
  ]
    .filter(Boolean)
    .join(' · ')
