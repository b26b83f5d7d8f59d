import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { AUTOSAVE_MS } from '#domain/time/intervals.ts'
import { type Draft, findDraft, keepDraft } from '#src/sync/reports/drafts.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { handOverDraft } from '#src/sync/reports/unload-drafts.ts'
import { onBeforeLock } from '#src/sync/session/lock/before-lock.ts'
import type { RichTextHandle } from '#src/ui/rich-text/RichText.tsx'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import type { ReportPart } from '../templates/insert-template.ts'
import { ReportWriter, type WriterState } from './report-writer.ts'

/** The report to open, and its current state on the device. */
export interface ReportToOpen {
  /** The study with its reports, as the screen currently shows them. */
  shown: Pick<ReportDetail, 'study' | 'reports'>
  reportNo: number
  /** The initial name of a report. */
  defaultName: string
  row: ReportRow | undefined
}

export interface OpenReport {
  writer: ReportWriter
  /** The time of typing, if the text came from this device and is newer than the server's. */
  restoredAt: number | undefined
  /** Reads the text typed since the last pause from the editors. */
  flush: () => void
  /** Registers a mounted editor; returns a function that unregisters it. */
  attach: (part: ReportPart, editor: RichTextHandle) => () => void
  /** Returns the editor of a part while it is mounted. */
  editorOf: (part: ReportPart) => RichTextHandle | undefined
}

/** A report that is being opened. */
export interface OpeningReport {
  /** Undefined until the device's text was read. */
  open: OpenReport | undefined
  /** Why it could not be read: the report stays closed, because new text would overwrite the unread one. */
  problem: Error | undefined
  retry: () => void
}

/**
 * Opens a report for writing: with the text that only this device has, else with the stored one. While it is
 * open, it is saved every ten seconds and whenever the person leaves: to another screen, another tab, or by
 * closing the page.
 */
export function useOpenReport(report: ReportToOpen): OpeningReport {
  const { reportNo } = report
  const studyId = report.shown.study.id
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  const [open, setOpen] = useState<OpenReport>()
  const [problem, setProblem] = useState<Error>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isCurrent = true
    let leave = () => {}
    const reportId = reportIdOf(studyId, reportNo)
    const start = (draft: Draft | undefined) => {
      if (!isCurrent) return
      const begun = begin(() => latest.current, draft)
      leave = stayOpen(begun, () => latest.current.row?.status ?? 'Pending')
      setOpen(begun)
      setProblem(undefined)
    }
    findDraft(reportId).then(start, (error: Error) => isCurrent && setProblem(error))
    return () => {
      isCurrent = false
      leave()
      setOpen(undefined)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each attempt reads again
  }, [studyId, reportNo, attempt])
  return { open, problem, retry: () => setAttempt((before) => before + 1) }
}

/**
 * Returns a part of the writer's state; rerenders only when that part changes and not at each pause in
 * typing. `select` must return an identical value (`Object.is`) while nothing changes.
 */
export function useWriterState<Part>(writer: ReportWriter, select: (state: WriterState) => Part): Part {
  return useSyncExternalStore(writer.subscribe, () => select(writer.state()))
}

function begin(latest: () => ReportToOpen, draft: Draft | undefined): OpenReport {
  const { row, shown, reportNo, defaultName } = latest()
  const studyId = shown.study.id
  const report_id = reportIdOf(studyId, reportNo)
  const stored = {
    report_name: row?.report_name ?? defaultName,
    report_data: row?.report_data ?? '',
    conclusion: row?.conclusion ?? '',
    recommendation: row?.recommendation ?? '',
  }
  const opened: Draft = draft ?? {
    ...stored,
    report_id,
    study_id: studyId,
    report_no: reportNo,
    base_rev: row && row.rev > 0 ? row.rev : undefined,
    updated: Date.now(),
  }
  const writer = new ReportWriter(opened, stored, {
    keep: keepDraft,
    save: (text, status, signedOver, touch) => saveReport(text, status, signedOver, latest().shown, touch),
    now: Date.now,
    onDirty: (dirty) => setEditorDirty(`report:${report_id}`, dirty),
  })
  const editors = new Map<ReportPart, RichTextHandle>()
  const isNewer = draft !== undefined && writer.state().isUnsaved
  return {
    writer,
    restoredAt: isNewer ? draft.updated : undefined,
    flush: () => {
      for (const editor of editors.values()) editor.flush()
    },
    attach: (part, editor) => {
      editors.set(part, editor)
      return () => {
        editor.flush()
        if (editors.get(part) === editor) editors.delete(part)
      }
    },
    editorOf: (part) => editors.get(part),
  }
}

/** Saves every ten seconds and whenever the person leaves; returns the final save, for when the report is closed. */
function stayOpen({ writer, flush }: OpenReport, statusNow: () => ReportStatus): () => void {
  const autosave = () => void writer.autosave(statusNow()).catch(() => undefined)
  const leave = () => {
    flush()
    autosave()
  }
  // The last words are not on the device yet, or could not be stored: leaving may lose them, so the browser
  // asks.
  const onUnload = (event: BeforeUnloadEvent) => {
    flush()
    const { isDirty, problem } = writer.state()
    if (isDirty || problem) event.preventDefault()
  }
  // Work started during unload is not finished: on a reload, the service worker saves the last words.
  const onPageHide = () => {
    leave()
    const unkept = writer.unkept()
    if (unkept) handOverDraft(unkept)
  }
  const onHidden = () => document.visibilityState === 'hidden' && leave()
  const timer = setInterval(autosave, AUTOSAVE_MS)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('beforeunload', onUnload)
  document.addEventListener('visibilitychange', onHidden)
  const stopFlushing = onBeforeLock(async () => {
    flush()
    await writer.whenKept()
    await writer.autosave(statusNow())
  })
  return () => {
    stopFlushing()
    clearInterval(timer)
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('beforeunload', onUnload)
    document.removeEventListener('visibilitychange', onHidden)
    leave()
    setEditorDirty(`report:${writer.draft().report_id}`, false)
  }
}
