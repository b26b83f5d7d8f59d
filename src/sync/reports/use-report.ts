import { useEffect, useState } from 'react'
import { type ReportDetail, reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import {
  canSignReport,
  canVerifyReport,
  canWriteReport,
  type ReportPerson,
} from '#domain/report/report-rights.ts'
import { callApi, OfflineError } from '../api/call-api.ts'
import { currentDevice, useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { keepConfirmed } from '../pull/copies.ts'
import { currentSession } from '../session/session-state.ts'
import { useLive } from '../use-live.ts'
import { detailAhead } from './detail-ahead.ts'
import type { Draft } from './draft.ts'
import { detailOf } from './local-detail.ts'

/** The source of what is shown: `server` once the server has answered since the screen opened. */
export type DetailSource = 'device' | 'server'

export interface ReportDetailState {
  detail?: ReportDetail
  /** This device's texts of the study's reports. */
  drafts: Draft[]
  isLoading: boolean
  /** Why there is nothing to show, or why it could not be refreshed. */
  error?: Error
  from: DetailSource
}

/**
 * Returns a study with its reports: from the device at once if it has them, refreshed from the server while online,
 * with the waiting changes. Without databases (a patient) from the server alone.
 */
export function useReportDetail(studyId: string): ReportDetailState {
  const device = useDevice()
  // As it was when the screen opened: its own reading follows.
  const [ahead] = useState(() => ({ studyId, detail: detailAhead(studyId, device) }))
  const local = useLive(detailOf(studyId), studyId, ahead.studyId === studyId ? ahead.detail : undefined)
  const renewal = useRenewal(studyId)
  if (!device) {
    return { ...renewal, drafts: NO_DRAFTS, isLoading: !renewal.detail && !renewal.error, from: 'server' }
  }
  const { study, reports, drafts = NO_DRAFTS, isComplete } = local.answer ?? {}
  const isKnown = study !== undefined && (isComplete || renewal.isDone)
  const session = currentSession()
  return {
    detail: isKnown && session ? { study, reports: reports ?? [], ...rightsOf(session, study) } : undefined,
    drafts,
    isLoading: local.isLoading || (!isKnown && !renewal.isDone && !renewal.error),
    error: local.error ?? renewal.error,
    from: renewal.isDone ? 'server' : 'device',
  }
}

const NO_DRAFTS: Draft[] = []

interface Renewal {
  /** True once the server's answer is stored on this device. */
  isDone: boolean
  detail?: ReportDetail
  error?: Error
}

/** Asks the server when the screen opens, and again whenever it becomes reachable. */
function useRenewal(studyId: string): Renewal {
  const { online } = useLink()
  const [state, setState] = useState<Renewal & { studyId: string }>()
  useEffect(() => {
    if (!online) return undefined
    const asked = new AbortController()
    renew(studyId, asked.signal).then(
      (detail) => setState({ studyId, isDone: true, detail }),
      (error: Error) => {
        if (asked.signal.aborted) return
        setState((before) => ({
          isDone: false,
          ...(before?.studyId === studyId ? before : {}),
          studyId,
          error,
        }))
      },
    )
    return () => asked.abort()
  }, [studyId, online])
  if (state?.studyId === studyId) return state
  return online ? { isDone: false } : { isDone: false, error: new OfflineError() }
}

async function renew(studyId: string, signal: AbortSignal): Promise<ReportDetail> {
  const { result } = await callApi(reportCalls.reportDetail, { id: studyId }, { signal })
  const device = currentDevice()
  if (device) {
    await keepConfirmed(device.databases, result)
    device.announceStudies([studyId])
  }
  return result
}

function rightsOf(session: SessionFields, study: StudyRow) {
  const person = personOf(session)
  return {
    can_write_report: flag(canWriteReport(person, study)),
    can_sign: flag(canSignReport(person, study)),
    can_verify: flag(canVerifyReport(person, study)),
  }
}

const personOf = (session: SessionFields): ReportPerson => ({
  userId: session.user_id,
  isDoctor: session.is_doctor === 1,
  canSign: session.can_sign === 1,
  permissions: new Set(session.modules),
})

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)
