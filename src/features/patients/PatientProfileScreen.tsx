import { Alert } from '@mantine/core'
import { useParams } from 'react-router-dom'
import { formatDateTime } from '#domain/time/formats.ts'
import { PatientProfile } from '#src/parts/patient-profile/PatientProfile.tsx'
import { usePatient } from '#src/parts/patient-profile/use-patient.ts'
import { PROFILE_WORDS as WORDS } from '#src/parts/patient-profile/words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

/** The record of one patient, for staff who support the portal. */
export default function PatientProfileScreen() {
  const { patientId } = useParams()
  const { online } = useLink()
  const { detail, keptAt, error, refresh } = usePatient(patientId)
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={keptAt && WORDS.kept(formatDateTime(keptAt, branchZone()))} />
      {!online && !detail && <Alert color="orange">{WORDS.offline}</Alert>}
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {detail ? <PatientProfile detail={detail} /> : online && !error && <SkeletonRows />}
    </>
  )
}
