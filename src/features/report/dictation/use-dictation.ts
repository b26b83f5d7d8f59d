import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onBeforeLock } from '#src/sync/session/lock/before-lock.ts'
import type { Dictation, DictationState } from './dictation.ts'
import { dictationOf, leaveDictation } from './kept-dictations.ts'

/** Returns the dictation of an open report; it stops when the page is hidden or locked, or the report is left. */
export function useDictation(
  place: { userId: string; reportId: string },
  land: (utterance: string) => boolean,
): { dictation: Dictation; state: DictationState } {
  const { userId, reportId } = place
  const dictation = useMemo(() => dictationOf(userId, reportId), [userId, reportId])
  useEffect(() => {
    dictation.landIn({ land, now: Date.now })
    return () => leaveDictation(dictation)
  }, [dictation, land])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && dictation.stop('hidden')
    // Words that are in no text yet would be lost with the page.
    const onUnload = (event: BeforeUnloadEvent) => dictation.holdsWords() && event.preventDefault()
    const stopLocking = onBeforeLock(() => dictation.stop())
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      stopLocking()
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dictation])
  return { dictation, state: useSyncExternalStore(dictation.subscribe, dictation.state) }
}
