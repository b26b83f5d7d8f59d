import { useCallback, useState } from 'react'
import { signOut as endSession, type SignOutOptions, UnsentWorkError } from '#src/sync/session/session.ts'
import { notifyError } from '#src/ui/notify.ts'
import { leaveBy } from '../../session-end.ts'
import { SHELL_WORDS as WORDS } from '../../words.ts'

export interface SignOut {
  /** Changes and pictures that keep the person here; undefined while nobody was refused. */
  unsent: number | undefined
  /** Signs out, or says what keeps the person here; returns how many changes that are. */
  signOut: (options?: SignOutOptions) => Promise<number>
  stay: () => void
}

/** Signing out, which never leaves unsent work behind without a person's word (docs/sync.md#encryption-and-unlock). */
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
