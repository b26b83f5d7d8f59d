import { List, Stack, Text } from '@mantine/core'
import { formatDateTime } from '#domain/time/formats.ts'
import { findSignedOf } from '#src/sync/desk/signed-of-patient.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import type { PatientValues } from './patient-values.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

type Named = Pick<PatientValues, 'fname' | 'lname'>

const nameOf = ({ fname, lname }: Named) => `${fname.trim()} ${lname.trim()}`.trim()

/**
 * Asks before correcting the name of a patient with signed reports: lists them, and says that they keep the name they
 * were signed under. Resolves to true if no question is needed.
 */
export async function agreesToRename(
  patientId: string,
  { before, after, isOnline }: { before: Named; after: Named; isOnline: boolean },
): Promise<boolean> {
  if (nameOf(before) === nameOf(after)) return true
  const signed = await findSignedOf(patientId, isOnline)
  const shown = signed.examinations.slice(0, SHOWN_MAX)
  const more = signed.examinations.length + signed.more - shown.length
  if (shown.length + more === 0) return true
  return confirmAction({
    title: WORDS.renameTitle,
    message: (
      <Stack gap="xs">
        <Text size="sm">{WORDS.renameNote(nameOf(before), nameOf(after))}</Text>
        <List size="sm" aria-label={WORDS.signedReports}>
          {shown.map(({ id, visit_no, service, start_dt }) => (
            <List.Item key={id}>
              {[service, visit_no, formatDateTime(new Date(start_dt), branchZone())]
                .filter(Boolean)
                .join(' · ')}
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">{WORDS.moreSigned(more)}</Text>}
        <Text size="sm">{WORDS.renameEffect}</Text>
      </Stack>
    ),
    confirmLabel: WORDS.rename,
    danger: true,
  })
}

const SHOWN_MAX = 8
