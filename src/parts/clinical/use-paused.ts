import { useEffect, useRef } from 'react'
import { TYPING_PAUSE_MS } from '#domain/time/intervals.ts'
import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** Gives a text out at a pause in typing and at flush, never at each key; `key` names it among those not kept yet. */
export function usePaused(
  give: (text: string) => void,
  key: string,
): { later: (text: string) => void; flush: () => void } {
  const held = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useStableCallback(() => {
    clearTimeout(timer.current)
    const text = held.current
    held.current = undefined
    setEditorDirty(key, false)
    if (text !== undefined) give(text)
  })
  const later = useStableCallback((text: string) => {
    held.current = text
    setEditorDirty(key, true)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, TYPING_PAUSE_MS)
  })
  useEffect(() => () => setEditorDirty(key, false), [key])
  return { later, flush }
}
