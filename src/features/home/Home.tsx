import type { ReactNode } from 'react'
import { type HomeKind, homeOf } from '#domain/access/dashboard.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MyPatients } from './my-patients/MyPatients.tsx'
import { OwnResults } from './OwnResults.tsx'
import { Shortcuts } from './Shortcuts.tsx'

// Loaded lazily, so that people who do not see its table and chart do not download them.
const Analytics = lazyPart(() => import('./Analytics.tsx').then((part) => ({ default: part.Analytics })))

const HOMES: Record<HomeKind, (session: SessionFields) => ReactNode> = {
  results: (session) => <OwnResults session={session} />,
  patients: () => <MyPatients />,
  analytics: (session) => <Analytics session={session} />,
  tiles: (session) => <Shortcuts session={session} />,
}

/** The page after sign-in: own results, My Patients or, for staff, analytics or open tasks. */
export default function Home() {
  const session = useSession()
  if (!session) return null
  return HOMES[homeOf(session)](session)
}
