import { seesDashboard } from '#domain/access/dashboard.ts'
import { isPatient, isReferrer } from '#domain/access/rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MyPatients } from './my-patients/MyPatients.tsx'
import { OwnResults } from './own-results/OwnResults.tsx'
import { Shortcuts } from './Shortcuts.tsx'

// Its table and chart are no weight for who does not see it.
const Analytics = lazyPart(() => import('./Analytics.tsx').then((part) => ({ default: part.Analytics })))

/** The landing after sign-in: own results, My Patients, and for staff the analytics or what they have to do now. */
export default function Home() {
  const session = useSession()
  if (!session) return null
  if (isPatient(session)) return <OwnResults session={session} />
  if (isReferrer(session)) return <MyPatients />
  return seesDashboard(session) ? <Analytics session={session} /> : <Shortcuts session={session} />
}
