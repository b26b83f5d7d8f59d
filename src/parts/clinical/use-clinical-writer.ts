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

/** The doctor's own record as this device shows it; undefined where there is none. */
export interface StoredText {
  rev: number
  content: string
  isWaiting: boolean
}

export interface ClinicalPlace {
  id: string
  appt_id: string
  kind: ClinicalRecord
  stored: StoredText | undefined
  /** False until the device was asked for `stored`. */
  isRead: boolean
}

export interface ClinicalWriter {
  /** What the editor shows; another `version` means that it was changed from outside. Undefined until it is known. */
  text: { content: string; version: number } | undefined
  /** Keeps what was typed, at each pause. */
  write: (content: string) => void
  /** Saves now what was written; nothing where nothing is unsaved. */
  save: () => Promise<void>
  /** Shows a text that was settled elsewhere. */
  adopt: (content: string) => void
  /** Why the last words could not be kept. */
  problem: Error | undefined
}

/**
 * Writes one record of a clinic doctor: each pause is kept on this device, a save follows within ten seconds and when
 * the tab is left; a page that goes hands its last words on. What another device saved meanwhile takes the place of a
 * text that nobody touched here.
 */
export function useClinicalWriter(place: ClinicalPlace, flush: () => void): ClinicalWriter {
  const [text, setText] = useState<{ content: string; version: number; rev: number }>()
  const [problem, setProblem] = useState<Error>()
  const unsaved = useRef<ClinicalText>(undefined)
  const unkept = useRef<ClinicalText>(undefined)
  const latest = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id, appt_id, kind, stored, isRead } = place

  const adoptAt = (content: string, rev: number) => {
    latest.current = content
    setText((before) => ({ content, rev, version: (before?.version ?? 0) + 1 }))
  }
  const open = useStableCallback((found: ClinicalText | undefined) => {
    if (found) unsaved.current = found
    // An unsaved text is based on the revision that its doctor saw, not on what another device saved meanwhile.
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
    void findClinicalText(id)
      .catch(() => undefined)
      .then((found) => (isCurrent ? open(found) : undefined))
    return () => {
      isCurrent = false
    }
  }, [id, isRead, open])

  // Another device's text takes the place of one that nobody touched here since it was delivered; the own text that
  // comes back is left as it stands, cursor and all.
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
  }
}

/** Saves as the tab is left, and hands on what could not be kept as the page goes. */
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
    // A page that is put away may not come back: what it holds is sent while there is time.
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
