import { useEffect, useRef } from 'react'
import { getDevice } from '#src/sync/current-device.ts'
import { type AddendumTarget, type AddendumText, keepAddendumIn } from '#src/sync/reports/addendum-draft.ts'
import { handOverAddendum } from '#src/sync/reports/unload-drafts.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/**
 * Saves an addendum's text as it is typed. Asks for confirmation if the page is left before the text is
 * saved, and hands the text over to the page that replaces it, like the report's editor.
 */
export function useLeaving(
  place: AddendumTarget,
  flush: () => void,
): { keeping: (content: string) => Promise<void> } {
  const unkept = useRef<AddendumText>(undefined)
  const flushNow = useStableCallback(flush)
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      flushNow()
      if (unkept.current) event.preventDefault()
    }
    const onPageHide = () => {
      flushNow()
      if (unkept.current) handOverAddendum(unkept.current)
    }
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('pagehide', onPageHide)
    }
  }, [flushNow])
  return {
    keeping: async (content) => {
      const { id, study_id, report_no, report_name } = place
      const text = { place: { id, study_id, report_no, report_name }, content, updated: Date.now() }
      unkept.current = text
      await keepAddendumIn(getDevice(), text, true)
      if (unkept.current === text) unkept.current = undefined
    },
  }
}
