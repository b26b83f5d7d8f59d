import { useEffect, useRef } from 'react'
import { TYPING_PAUSE_MS } from '#domain/time/intervals.ts'
import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

type Give = (text: string) => void

/** Gives a text out at a pause in typing and at flush, never at each key; `key` names it among those not kept yet. */
export function usePaused(key: string): { later: (text: string, give: Give) => void; flush: () => void } {
  const held = useRef<{ text: string; give: Give }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useStableCallback(() => {
    clearTimeout(timer.current)
    const kept = held.current
    held.current = undefined
    setEditorDirty(key, false)
    kept?.give(kept.text)
  })
  const later = useStableCallback((text: string, give: Give) => {
    held.current = { text, give }
    setEditorDirty(key, true)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, TYPING_PAUSE_MS)
  })
  useEffect(() => () => setEditorDirty(key, false), [key])
  return { later, flush }
}
