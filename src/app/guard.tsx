import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import SignIn from '#src/features/sign-in/SignIn.tsx'
import { useSession, useSessionReady } from '#src/sync/session/session.ts'
import { FrameSkeleton } from './pages/FrameSkeleton.tsx'
import { wasLeftByChoice } from './session-end.ts'
import { SHELL_WORDS as WORDS } from './words.ts'

const Frame = lazy(() => import('./frame/Frame.tsx'))

/** What the sign-in page learns from the guard that sent a person there. */
interface SignInState {
  /** Where an ended session is taken up again. */
  from?: string
}

/** Lets signed-in people into the frame and sends everybody else to `/`. */
export function RequireSession() {
  const session = useSession()
  const isReady = useSessionReady()
  const location = useLocation()
  const [hadSession, setHadSession] = useState(false)
  if (session && !hadSession) setHadSession(true)
  if (!isReady) return <FrameSkeleton />
  if (!session) {
    const wasEnded = hadSession && !wasLeftByChoice()
    const state: SignInState = wasEnded ? { from: `${location.pathname}${location.search}` } : {}
    return <Navigate to="/" replace state={state} />
  }
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Frame session={session}>
        <Outlet />
      </Frame>
    </Suspense>
  )
}

/** The sign-in page for people without a session; the others go on to where they were, or to /dashboard. */
export function SignInGate() {
  const session = useSession()
  const isReady = useSessionReady()
  const { from } = (useLocation().state ?? {}) as SignInState
  if (!isReady) return <FrameSkeleton />
  if (session) return <Navigate to={from ?? '/dashboard'} replace />
  return <SignIn notice={from === undefined ? undefined : WORDS.sessionEnded} />
}
