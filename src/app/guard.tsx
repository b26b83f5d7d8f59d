import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import { SHARED_FILE_PATH } from '#contract/kernel/worker-messages.ts'
import SignIn from '#src/features/sign-in/SignIn.tsx'
import { useLock } from '#src/sync/session/lock-state.ts'
import { useSession, useSessionReady } from '#src/sync/session/session.ts'
import { wasRevoked } from '#src/sync/session/session-places.ts'
import { givenFiles } from '#src/sync/shared-files/given-files.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { LockOverlay } from './lock/LockOverlay.tsx'
import { FrameSkeleton } from './pages/FrameSkeleton.tsx'
import { wasLeftByChoice } from './session-end.ts'
import { SHELL_WORDS as WORDS } from './words.ts'

const Frame = lazyPart(() => import('./frame/Frame.tsx'), <FrameSkeleton />)

/** What the sign-in page learns from the guard that sent a person there. */
interface SignInState {
  /** Where an ended session is taken up again. */
  from?: string
}

/** Lets signed-in people into the frame, sends everybody else to `/`, and lays the lock over what is locked. */
export function RequireSession() {
  return (
    <>
      <SignedIn />
      <LockOverlay />
    </>
  )
}

function SignedIn() {
  const session = useSession()
  const isReady = useSessionReady()
  const lock = useLock()
  const location = useLocation()
  const [hadSession, setHadSession] = useState(false)
  if ((session || lock.kind === 'locked') && !hadSession) setHadSession(true)
  // A vault without a session is locked, or on the way to one or the other.
  if (!isReady || (!session && lock.kind !== 'none')) return <FrameSkeleton />
  if (!session) {
    const wasEnded = hadSession && !wasLeftByChoice()
    const state: SignInState = wasEnded ? { from: `${location.pathname}${location.search}` } : {}
    return <Navigate to="/" replace state={state} />
  }
  return (
    <Frame session={session}>
      <Outlet />
    </Frame>
  )
}

/** The sign-in page for people without a session; the others go on to where they were, or to /dashboard. */
export function SignInGate() {
  return (
    <>
      <SignInOrOn />
      <LockOverlay />
    </>
  )
}

function SignInOrOn() {
  const session = useSession()
  const isReady = useSessionReady()
  const lock = useLock()
  // From the lock to the session nobody passes the form; who signs in stands at it until the session is there.
  const [wasLocked, setWasLocked] = useState(false)
  const isOnTheWay = lock.kind === 'locked' || (lock.kind === 'open' && wasLocked)
  if (wasLocked !== isOnTheWay) setWasLocked(isOnTheWay)
  const { from } = (useLocation().state ?? {}) as SignInState
  if (!isReady || (isOnTheWay && !session)) return <FrameSkeleton />
  if (session)
    return <Navigate to={from ?? (givenFiles().files.length > 0 ? SHARED_FILE_PATH : '/dashboard')} replace />
  return <SignIn notice={noticeFor(from)} />
}

/** Why the person is here again. */
function noticeFor(from: string | undefined): string | undefined {
  if (wasRevoked()) return ERROR_CODES.device_revoked.message
  return from === undefined ? undefined : WORDS.sessionEnded
}
