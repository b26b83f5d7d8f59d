import type { ReactNode } from 'react'
import { type HomeKind, homeOf } from '#domain/access/dashboard.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MyPatients } from './my-patients/MyPatients.tsx'
import { OwnResults } from './own-results/OwnResults.tsx'
import { Shortcuts } from './Shortcuts.tsx'

// Its table and chart are no weight for who does not see it.
const Analytics = lazyPart(() => import('./Analytics.tsx').then((part) => ({ default: part.Analytics })))

const HOMES: Record<HomeKind, (session: SessionFields) => ReactNode> = {
  results: (session) => <OwnResults session={session} />,
  patients: () => <MyPatients />,
  analytics: (session) => <Analytics session={session} />,
  tiles: (session) => <Shortcuts session={session} />,
}

/** The landing after sign-in: own results, My Patients, and for staff the analytics or what they have to do now. */
export default function Home() {
  const session = useSession()
  if (!session) return null
  return HOMES[homeOf(session)](session)
}
