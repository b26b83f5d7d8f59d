import { isPatient, isReferrer } from '#domain/access/rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { HOME_WORDS as WORDS } from './words.ts'

/** The landing after sign-in: for staff a welcome with the screens that their role opens. */
export default function Home() {
  const session = useSession()
  if (!session) return null
  const title = WORDS.welcome(session.name)
  if (isPatient(session)) return <EmptyState isPage title={title} hint={WORDS.patient} />
  if (isReferrer(session)) return <EmptyState isPage title={title} hint={WORDS.referrer} />
  return <Shortcuts session={session} />
}
