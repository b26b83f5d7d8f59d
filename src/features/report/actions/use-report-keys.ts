import { useEffect, useRef } from 'react'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

export interface ReportKeys {
  onDraft: () => void
  onSign: () => void
  onPart: (part: ReportPart) => void
}

/**
 * Ctrl+S, Ctrl+Enter and Alt+1..3 (UX.md "Speed"; Cmd on a Mac). Heard before the editor, which would make a line
 * break of Ctrl+Enter, and by the key's place, because Alt changes its letter on some keyboards.
 */
export function useReportKeys(keys: ReportKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current)
      if (!action || event.repeat || isInDialog(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function actionOf(event: KeyboardEvent, keys: ReportKeys): (() => void) | undefined {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (isCommand && event.code === 'KeyS') return keys.onDraft
  if (isCommand && event.code === 'Enter') return keys.onSign
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const part = REPORT_PARTS[Number(/^Digit([1-3])$/.exec(event.code)?.[1]) - 1]
  return part && (() => keys.onPart(part))
}

// A question that is open is answered first.
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
