import { useEffect, useState } from 'react'
import { useStableCallback } from '../use-stable-callback.ts'

/** What a form begins with, once it was read. */
export interface FirstRead<Found> {
  /** Undefined until it was read. */
  found: Found | undefined
  /** Why the last attempt to read it failed; a form stays closed then, or its first letter would overwrite what is kept. */
  problem: Error | undefined
  retry: () => void
}

/** Reads what a form begins with, once for each `key` and at each retry. `read` never returns undefined. */
export function useFirstRead<Found>(read: () => Promise<Found>, key: string): FirstRead<Found> {
  const [state, setState] = useState<{ key: string; found?: Found; problem?: Error }>()
  const [attempt, setAttempt] = useState(0)
  const readNow = useStableCallback(read)
  useEffect(() => {
    let isCurrent = true
    readNow().then(
      (found) => isCurrent && setState({ key, found }),
      (problem: Error) => isCurrent && setState({ key, problem }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each attempt reads again
  }, [key, attempt, readNow])
  const current = state?.key === key ? state : undefined
  return {
    found: current?.found,
    problem: current?.problem,
    retry: () => setAttempt((before) => before + 1),
  }
}
