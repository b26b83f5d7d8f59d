import { useDocumentTitle } from '@mantine/hooks'
import { useLocation } from 'react-router-dom'
import { isPatient } from '#domain/access/rules.ts'
import { canOpen, isSwitchedOff, type ScreenPath } from '#domain/access/screens.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { LoadAhead } from './LoadAhead.tsx'
import { NotAuthorized } from './pages/NotAuthorized.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import type { Screen } from './screen.ts'
import { SHELL_WORDS as WORDS } from './words.ts'

const NoScreen = lazyPart(() => import('./frame/patient/NoScreen.tsx'))

export interface ScreenFrameProps {
  path: ScreenPath
  screen: Screen
}

/** One screen inside the frame: its title, rights, skeleton and error boundary. */
export function ScreenFrame({ path, screen }: ScreenFrameProps) {
  const session = useSession()
  const { pathname } = useLocation()
  useDocumentTitle(`${screen.title} · ${WORDS.product}`)
  if (!session) return null
  const isOff = isSwitchedOff(session, path)
  if (isOff || !canOpen(session, path)) {
    if (isPatient(session)) return <NoScreen reason={isOff ? 'notFound' : 'notAuthorized'} />
    return isOff ? <NotFound isInFrame /> : <NotAuthorized />
  }
  return (
    <ScreenBoundary key={screen.family ?? pathname}>
      {screen.element}
      {screen.next && canOpen(session, screen.next.path) && <LoadAhead load={screen.next.load} />}
    </ScreenBoundary>
  )
}
