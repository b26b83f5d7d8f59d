import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { areStudiesFetched } from '#src/sync/studies/find-next-study.ts'
import { lookAhead, nextStudyAfter } from '#src/sync/studies/next-ahead.ts'
import { skipStudy } from '#src/sync/studies/skipped-studies.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { leaveRow } from '#src/ui/grid/left-row.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { isAnythingUnkept } from '#src/ui/unsaved/unkept.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { askSkipReason } from './ask-skip-reason.tsx'
import { nextReportNo } from './next-report.ts'

export interface Reading {
  /** Whether the open report was opened by `goNext` or `skip` and not chosen by a person. */
  isFollowing: boolean
  /** Goes back to where the report was opened from; a list scrolls to the study's row. */
  close: () => void
  /** Starts to search for the next report in advance, because `goNext` will be called. */
  prepareNext: () => void
  /** Opens the study's next unsigned report, else the next study; if there is none, says so and closes. */
  goNext: () => Promise<void>
  /** Asks for the reason, skips the study and opens the next one. */
  skip: () => Promise<void>
}

/** The open report, and a function to open another report of the study. */
export interface ReadReport {
  detail: ReportDetail
  reportNo: number
  onReport: (reportNo: number) => void
}

/**
 * Returns the functions that go from one study to the next and back to the list
 * (docs/reports.md#reading-one-after-another). `open` is omitted if the study could not be opened.
 */
export function useReading(id: string, open?: ReadReport): Reading {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const { hasLeft, leave } = useLeaving(key)
  const [followed, setFollowed] = useState<number>()
  // A report opened by its address has nothing to go back to, however many studies were read since.
  const isFirst = () => key === 'default' || isTrueIn(state, 'isFirst') || isFirstOfTab()

  const close = () =>
    void leave(() => {
      leaveRow(id)
      void (isFirst() ? navigate('/worklist1') : navigate(-1))
    })
  const openNextStudy = async () => {
    if (hasLeft()) return
    const next = await nextStudyAfter(id)
    if (hasLeft()) return
    if (next === undefined) {
      notifyDone((await areStudiesFetched()) ? WORDS.nothingNext : WORDS.nothingNextYet)
      close()
      return
    }
    // Replaces this history entry, so that going back leads to the list.
    const replacing = { replace: true, state: { isFirst: isFirst(), isFollowing: true } }
    await leave(() => void navigate(`/report/${next}`, replacing))
  }
  const goNext = async () => {
    // A study of another doctor has no report to read.
    const report = open?.detail.can_write_report === 1 && nextReportNo(open.detail, open.reportNo)
    if (!open || !report) return openNextStudy()
    if (hasLeft() || !(await agreesToLeave())) return undefined
    setFollowed(report)
    return open.onReport(report)
  }
  const skip = async () => {
    const reason = await askSkipReason()
    if (!reason) return
    await skipStudy(id, reason, open !== undefined)
    await openNextStudy()
  }
  const isFollowing = followed === open?.reportNo || isTrueIn(state, 'isFollowing')
  return { isFollowing, close, prepareNext: () => lookAhead(id), goNext, skip }
}

/** Leaves only once: a signature or a search that finishes after the person left does not navigate. */
function useLeaving(key: string) {
  /** The history entry from which the person left. */
  const left = useRef<{ key: string }>(undefined)
  useEffect(() => {
    left.current = undefined
    return () => {
      left.current = GONE
    }
  }, [])
  const hasLeft = () => left.current === GONE || left.current?.key === key
  const leave = async (go: () => void) => {
    if (hasLeft()) return
    const own = { key }
    left.current = own
    const agrees = await agreesToLeave()
    // The page may have been unmounted while the dialog was open.
    if (left.current !== own) return
    if (agrees) go()
    else left.current = undefined
  }
  return { hasLeft, leave }
}

const GONE = { key: '' }

/**
 * Returns whether this is the tab's first history entry, which the router counts: after a sign-in, a report
 * replaces the first one.
 */
const isFirstOfTab = () => (window.history.state as { idx?: unknown } | null)?.idx === 0

/** Asks for confirmation if text or choices would be lost. */
async function agreesToLeave(): Promise<boolean> {
  if (!isAnythingUnkept()) return true
  return confirmAction({
    title: WORDS.leaveTitle,
    message: WORDS.leaveQuestion,
    confirmLabel: WORDS.leave,
    cancelLabel: WORDS.stay,
    danger: true,
  })
}

const isTrueIn = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, name) === true
