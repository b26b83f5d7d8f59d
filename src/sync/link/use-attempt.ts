import { useState } from 'react'
import { useLink } from './use-link.ts'

/**
 * Returns the attempt number of something that needs the network. It increases once when the server answers again after
 * an attempt that began before that and left something missing; an attempt that fails while the server answers is not
 * repeated.
 */
export function useAttempt(isLacking: boolean): number {
  const { online, since } = useLink()
  const [attempt, setAttempt] = useState({ number: 1, since })
  if (!isLacking || !online || attempt.since === since) return attempt.number
  setAttempt({ number: attempt.number + 1, since })
  return attempt.number + 1
}
