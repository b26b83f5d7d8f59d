import { isPatient, isReferrer } from '#domain/access/rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MyPatients } from './my-patients/MyPatients.tsx'
import { OwnResults } from './own-results/OwnResults.tsx'
import { Shortcuts } from './Shortcuts.tsx'

/** The landing after sign-in: own results, My Patients, or for staff a welcome with the screens that their role opens. */
export default function Home() {
  const session = useSession()
  if (!session) return null
  if (isPatient(session)) return <OwnResults session={session} />
  if (isReferrer(session)) return <MyPatients />
  return <Shortcuts session={session} />
}
