import { useCallback, useState } from 'react'
import { signOut as endSession, type SignOutOptions, UnsentWorkError } from '#src/sync/session/session.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { leaveBy } from '../../session-end.ts'
import { FRAME_WORDS as WORDS } from '../frame-words.ts'

export interface SignOut {
  /** Number of changes and pictures that prevent signing out; undefined until a sign-out was refused. */
  unsent: number | undefined
  /** Signs out, or shows what prevents it; returns the number of unsent changes. */
  signOut: (options?: SignOutOptions) => Promise<number>
  stay: () => void
}

/** Signs out, never leaving unsent work behind without the person's consent (docs/sync.md#encryption-and-unlock). */
export function useSignOut(): SignOut {
  const [unsent, setUnsent] = useState<number>()
  const signOut = useCallback(async (options?: SignOutOptions) => {
    try {
      await leaveBy(() => endSession(options))
      return 0
    } catch (error) {
      if (!(error instanceof UnsentWorkError)) {
        notifyError(error, WORDS.logoutFailed)
        return 0
      }
      setUnsent(error.count)
      return error.count
    }
  }, [])
  const stay = useCallback(() => setUnsent(undefined), [])
  return { unsent, signOut, stay }
}
