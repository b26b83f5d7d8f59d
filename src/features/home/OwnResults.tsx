import { hasAnyModule } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { PatientProfile } from '#src/parts/patient-profile/PatientProfile.tsx'
import { usePatient } from '#src/parts/patient-profile/use-patient.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { ProofGate } from '#src/parts/proof/ProofGate.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ChooseOption } from './own-bookings/ChooseOption.tsx'
import { NotRead } from './own-bookings/NotRead.tsx'

const asksForAppointments = hasAnyModule('pat_booking_request')

/**
 * A patient's own page: the available actions if the centre accepts requests, then the date of birth and the
 * person's examinations (docs/screens.md#the-shell).
 */
export function OwnResults({ session }: { session: SessionFields }) {
  const { home } = useOwnWords()
  return (
    <>
      <PageHeader title={home.welcome(session.name)} subtitle={home.subtitle} />
      {asksForAppointments(session) && <ChooseOption />}
      <ProofGate>
        <Results />
      </ProofGate>
    </>
  )
}

function Results() {
  const { detail, error, refresh } = usePatient(undefined)
  return detail ? <PatientProfile detail={detail} /> : <NotRead error={error} onRetry={refresh} />
}
