import { useEffect, useRef, useState } from 'react'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { writeAtPause } from '#src/ui/unsaved/write-at-pause.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

type Give = (text: string) => void

/**
 * Emits a text at a pause in typing, every 400 ms of continuous typing, and at flush, but never at each key; `key`
 * identifies it among unsaved texts.
 */
export function usePaused(key: string): { later: (text: string, give: Give) => void; flush: () => void } {
  const held = useRef<{ text: string; give: Give }>(undefined)
  const give = useStableCallback(() => {
    const kept = held.current
    held.current = undefined
    setEditorDirty(key, false)
    kept?.give(kept.text)
  })
  const [pause] = useState(() => writeAtPause(give))
  const later = useStableCallback((text: string, take: Give) => {
    held.current = { text, give: take }
    setEditorDirty(key, true)
    pause.touch()
  })
  useEffect(() => () => setEditorDirty(key, false), [key])
  return { later, flush: pause.flush }
}
