import { hasAnyModule } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { PatientProfile } from '#src/parts/patient-profile/PatientProfile.tsx'
import { usePatient } from '#src/parts/patient-profile/use-patient.ts'
import { PROFILE_WORDS as WORDS } from '#src/parts/patient-profile/words.ts'
import { ProofGate } from '#src/parts/proof/ProofGate.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ChooseOption } from '../own-bookings/ChooseOption.tsx'

const asksForAppointments = hasAnyModule('pat_booking_request')

/**
 * A patient's own page: what can be done here where the centre takes requests, then the date of birth and the own
 * examinations (docs/screens.md#the-shell).
 */
export function OwnResults({ session }: { session: SessionFields }) {
  return (
    <>
      <PageHeader title={WORDS.own(session.name)} subtitle={WORDS.ownSubtitle} />
      {asksForAppointments(session) && <ChooseOption />}
      <ProofGate>
        <Results />
      </ProofGate>
    </>
  )
}

function Results() {
  const { detail, error, refresh } = usePatient(undefined)
  if (detail) return <PatientProfile detail={detail} />
  return error ? (
    <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
  ) : (
    <SkeletonRows />
  )
}
