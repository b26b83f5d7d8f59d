import { useEffect, useRef, useState } from 'react'
import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { AUTOSAVE_MS } from '#domain/time/intervals.ts'
import { type ClinicalText, saysTheSame } from '#src/sync/clinical/clinical-text.ts'
import {
  findClinicalText,
  keepClinicalText,
  leaveClinicalText,
  saveClinicalText,
} from '#src/sync/clinical/clinical-texts.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** The doctor's own record as this device shows it; undefined if there is none. */
export interface StoredText {
  rev: number
  content: string
  isWaiting: boolean
}

/** The record of a clinic doctor that is being edited, as this device has it. */
export interface EditedRecord {
  id: string
  appt_id: string
  kind: ClinicalRecord
  stored: StoredText | undefined
  /** False until `stored` was read from the device. */
  isRead: boolean
}

export interface ClinicalWriter {
  /** The editor's text; another `version` means that it was changed from outside. Undefined until it is known. */
  text: { content: string; version: number } | undefined
  /** Stores the typed text on this device, at each pause. */
  write: (content: string) => void
  /** Sends unsaved text now; does nothing if there is none. */
  save: () => Promise<void>
  /** Shows a text that was resolved elsewhere. */
  adopt: (content: string) => void
  /** Why the last text could not be stored. */
  problem: Error | undefined
  /** Why the text that only this device has could not be read: nothing is written until it is. */
  unread: { problem: Error; retry: () => void } | undefined
}

/**
 * Edits one record of a clinic doctor: each pause is stored on this device, a save follows within ten seconds and when
 * the tab is left; a closing page hands over its last text. Another device's newer save replaces a text that was not
 * edited here.
 */
export function useClinicalWriter(record: EditedRecord, flush: () => void): ClinicalWriter {
  const [text, setText] = useState<{ content: string; version: number; rev: number }>()
  const [problem, setProblem] = useState<Error>()
  const [unread, setUnread] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  const unsaved = useRef<ClinicalText>(undefined)
  const unkept = useRef<ClinicalText>(undefined)
  const latest = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id, appt_id, kind, stored, isRead } = record

  const adoptAt = (content: string, rev: number) => {
    latest.current = content
    setText((before) => ({ content, rev, version: (before?.version ?? 0) + 1 }))
  }
  const open = useStableCallback((found: ClinicalText | undefined) => {
    if (found) unsaved.current = found
    // An unsaved text is based on the revision that its doctor saw, not on another device's later save.
    adoptAt(found?.content ?? stored?.content ?? '', (found ? found.base_rev : stored?.rev) ?? 0)
    if (found) schedule()
  })
  const save = useStableCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    flush()
    const saved = unsaved.current
    if (!saved) return
    try {
      await saveClinicalText(saved)
      if (unsaved.current === saved) unsaved.current = undefined
      setProblem(undefined)
    } catch (error) {
      setProblem(error as Error)
      schedule()
    }
  })
  function schedule() {
    timer.current ??= setTimeout(() => void save(), AUTOSAVE_MS)
  }
  const write = useStableCallback((content: string) => {
    const typed = { id, appt_id, kind, content, base_rev: text?.rev || undefined, updated: Date.now() }
    latest.current = content
    unsaved.current = typed
    unkept.current = typed
    schedule()
    keepClinicalText(typed).then(
      () => {
        if (unkept.current === typed) unkept.current = undefined
        setProblem(undefined)
      },
      (error: Error) => setProblem(error),
    )
  })

  useEffect(() => {
    if (!isRead) return undefined
    let isCurrent = true
    const begin = (found: ClinicalText | undefined) => {
      if (!isCurrent) return
      setUnread(undefined)
      open(found)
    }
    findClinicalText(id).then(begin, (error: Error) => isCurrent && setUnread(error))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each attempt reads again
  }, [id, isRead, open, attempt])

  // Another device's text replaces one that was not edited here since it was delivered; our own text coming back is
  // left as it is, including the cursor.
  const isNewer = text !== undefined && stored !== undefined && !stored.isWaiting && stored.rev > text.rev
  const { rev = 0, content = '' } = stored ?? {}
  const follow = useStableCallback(() => {
    if (unsaved.current) return
    if (saysTheSame(kind, content, latest.current)) setText((before) => before && { ...before, rev })
    else adoptAt(content, rev)
  })
  useEffect(() => {
    if (isNewer) follow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another revision is followed as well
  }, [isNewer, rev, content, follow])

  useLeaving(flush, save, unkept)
  return {
    text,
    write,
    save,
    adopt: useStableCallback((settled: string) => {
      unsaved.current = undefined
      adoptAt(settled, text?.rev ?? 0)
    }),
    problem,
    unread: unread && { problem: unread, retry: () => setAttempt((before) => before + 1) },
  }
}

/** Saves when the tab is left, and hands over unstored text when the page closes. */
function useLeaving(
  flush: () => void,
  save: () => Promise<void>,
  unkept: { current: ClinicalText | undefined },
): void {
  const flushNow = useStableCallback(flush)
  useEffect(() => {
    const onPageHide = () => {
      flushNow()
      if (unkept.current) leaveClinicalText(unkept.current)
    }
    // A hidden page may not come back: send its text while there is time.
    const onHidden = () => document.visibilityState === 'hidden' && void save()
    window.addEventListener('pagehide', onPageHide)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      document.removeEventListener('visibilitychange', onHidden)
      void save()
    }
  }, [flushNow, save, unkept])
}
