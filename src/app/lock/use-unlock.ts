import { useEffect, useRef, useState } from 'react'
import { unlock } from '#src/sync/session/session.ts'
import { LeaseOverError, WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { unlockByTouch } from '#src/sync/touch/unlock-by-touch.ts'
import { LOCK_WORDS as WORDS } from './words.ts'

/** The result of the last attempt. */
type Refusal = { kind: 'wrong' } | { kind: 'overdue' } | { kind: 'failed'; words: string }

/** The method of the current attempt. */
type Way = 'password' | 'touch'

/** Unlocks by password, which deliberately takes about half a second, or by passkey; `busy` during the attempt. */
export function useUnlock() {
  const [busy, setBusy] = useState<Way>()
  const [refusal, setRefusal] = useState<Refusal>()
  const asking = useRef<AbortController>(undefined)
  // A passkey prompt left open after another page unlocked could no longer unlock anything.
  useEffect(() => () => asking.current?.abort(), [])

  const attempt = async (way: Way, open: () => Promise<void>): Promise<boolean> => {
    setBusy(way)
    setRefusal(undefined)
    try {
      await open()
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    refusal,
    /** Resolves to true if it was unlocked. */
    tryPassword: (password: string) => attempt('password', () => unlock(password)),
    tryTouch: () => {
      asking.current = new AbortController()
      const { signal } = asking.current
      return attempt('touch', () => unlockByTouch(signal))
    },
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof WrongPasswordError) return { kind: 'wrong' }
  if (error instanceof LeaseOverError) return { kind: 'overdue' }
  return { kind: 'failed', words: error instanceof Error && error.message ? error.message : WORDS.failed }
}
