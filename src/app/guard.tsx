import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import { SHARED_FILE_PATH } from '#contract/kernel/worker-messages.ts'
import SignIn from '#src/features/sign-in/SignIn.tsx'
import { useLock } from '#src/sync/session/lock/lock-state.ts'
import { useSession, useSessionReady } from '#src/sync/session/session.ts'
import { wasRevoked } from '#src/sync/session/session-storage.ts'
import { givenFiles } from '#src/sync/shared-files/given-files.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { LockOverlay } from './lock/LockOverlay.tsx'
import { FrameSkeleton } from './pages/FrameSkeleton.tsx'
import { wasLeftByChoice } from './session-end.ts'
import { SHELL_WORDS as WORDS } from './words.ts'

const Frame = lazyPart(() => import('./frame/Frame.tsx'), <FrameSkeleton />)

/** State that the guard passes to the sign-in page. */
interface SignInState {
  /** Where to return after signing in again. */
  from?: string
}

/** Lets signed-in people into the frame, sends everybody else to `/`, and shows the lock over a locked page. */
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
  // A vault without a session is locked, or about to become locked or open.
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

/** The sign-in page for people without a session; others return to where they were, or to /dashboard. */
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
  // Between lock and session the form stays in place: a person who signs in sees it until the session exists.
  const [wasLocked, setWasLocked] = useState(false)
  const isOnTheWay = lock.kind === 'locked' || (lock.kind === 'open' && wasLocked)
  if (wasLocked !== isOnTheWay) setWasLocked(isOnTheWay)
  const { from } = (useLocation().state ?? {}) as SignInState
  if (!isReady || (isOnTheWay && !session)) return <FrameSkeleton />
  if (session)
    return <Navigate to={from ?? (givenFiles().files.length > 0 ? SHARED_FILE_PATH : '/dashboard')} replace />
  return <SignIn notice={noticeFor(from)} />
}

/** Why the person sees the sign-in page again. */
function noticeFor(from: string | undefined): string | undefined {
  if (wasRevoked()) return ERROR_CODES.device_revoked.message
  return from === undefined ? undefined : WORDS.sessionEnded
}
