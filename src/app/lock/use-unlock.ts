import { useState } from 'react'
import { unlock } from '#src/sync/session/session.ts'
import { LeaseOverError, WrongPasswordError } from '#src/sync/session/vault-errors.ts'
import { LOCK_WORDS as WORDS } from './words.ts'

/** What became of the last password. */
type Refusal = { kind: 'wrong' } | { kind: 'overdue' } | { kind: 'failed'; words: string }

/** Unlocks by a password; `isBusy` while it is being tried, which takes about half a second on purpose. */
export function useUnlock() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  /** True where it was opened. */
  const tryPassword = async (password: string): Promise<boolean> => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await unlock(password)
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, tryPassword }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof WrongPasswordError) return { kind: 'wrong' }
  if (error instanceof LeaseOverError) return { kind: 'overdue' }
  return { kind: 'failed', words: error instanceof Error && error.message ? error.message : WORDS.failed }
}
