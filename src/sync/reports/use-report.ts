import { useEffect, useState } from 'react'
import { type ReportDetail, type ReportRow, reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import {
  canSignReport,
  canVerifyReport,
  canWriteReport,
  type ReportPerson,
} from '#domain/report/report-rights.ts'
import type { DraftRow } from '#src/db/work-database.ts'
import { callApi, OfflineError } from '../api/call-api.ts'
import { currentDevice, useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import {
  openReports,
  openStudy,
  readReports,
  readStudy,
  type StoredReports,
  type StoredStudy,
} from '../outbox/local-records.ts'
import { keepConfirmed } from '../pull/copies.ts'
import { currentSession } from '../session/session-state.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { isAddendumDraft } from './addendum-draft.ts'
import { type Draft, draftOf } from './draft.ts'
import { isWhole } from './text-here.ts'

export interface ReportDetailState {
  detail?: ReportDetail
  /** Text of the study's reports that this device holds. */
  drafts: Draft[]
  isLoading: boolean
  /** Why there is nothing to show, or why it could not be renewed. */
  error?: Error
  /** `server` once the server answered since the screen opened. */
  from: 'device' | 'server'
}

/**
 * A study with its reports: from the device at once where it has them, renewed from the server while it can be reached,
 * with the changes that wait. Without databases (a patient) from the server alone.
 */
export function useReportDetail(studyId: string): ReportDetailState {
  const device = useDevice()
  const local = useLive(detailOf(studyId), studyId)
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
  /** True once the server's answer is kept on this device. */
  isDone: boolean
  detail?: ReportDetail
  error?: Error
}

/** Asks the server when the screen opens, and anew whenever it can be reached again. */
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

interface Stored {
  study: StoredStudy
  reports: StoredReports
  drafts: DraftRow[]
}

interface LocalDetail {
  study: StudyRow | undefined
  reports: ReportRow[]
  drafts: Draft[]
  /** False where the study has text that is not on this device. */
  isComplete: boolean
}

function detailOf(studyId: string): LiveQuestion<Stored, LocalDetail> {
  return {
    read: async ({ databases }) => {
      const [study, reports, drafts] = await Promise.all([
        readStudy(databases, studyId),
        readReports(databases, studyId),
        databases.work.drafts.where('study').equals(studyId).toArray(),
      ])
      return { study, reports, drafts }
    },
    open: async (stored, { databases }) => {
      const [study, reports, drafts] = await Promise.all([
        openStudy(databases, stored.study),
        openReports(databases, stored.reports),
        databases.drafts.openAll(stored.drafts.filter((row) => !isAddendumDraft(row))),
      ])
      const isComplete = study !== undefined && isWhole(study, reports)
      return { study, reports, drafts: drafts.map(draftOf), isComplete }
    },
  }
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
