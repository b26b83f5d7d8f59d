import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { verifyReport } from '#src/sync/reports/save-report.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { notifyError } from '#src/ui/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { type ActionGrounds, type ReportAction, refuseAction, STATUS_OF_ACTION } from './report-actions.ts'

export interface ReportActionsInput {
  open: OpenReport
  detail: ReportDetail
  /** Read when the button is pressed, after the last words were read out of the editor. */
  groundsNow: () => ActionGrounds
  isOnline: boolean
  onClose: () => void
}

const EMPTY = { report_data: '', conclusion: '', recommendation: '' }

/** What the buttons and keys of the editor do; each asks what the spec asks before it does it. */
export function useReportActions({ open, detail, groundsNow, isOnline, onClose }: ReportActionsInput) {
  const [busy, setBusy] = useState<ReportAction>()
  const { writer } = open

  const perform: Record<ReportAction, () => Promise<void>> = {
    draft: () => writer.save(STATUS_OF_ACTION.draft),
    readyForSign: () => writer.save(STATUS_OF_ACTION.readyForSign),
    sign: async () => {
      if (await agreesToSign(isOnline)) await writer.save(STATUS_OF_ACTION.sign)
    },
    signAndClose: async () => {
      if (!(await agreesToSign(isOnline))) return
      await writer.save(STATUS_OF_ACTION.signAndClose)
      onClose()
    },
    clear: async () => {
      const isSure = await confirmAction({
        title: WORDS.clearTitle,
        message: WORDS.clearQuestion,
        confirmLabel: WORDS.clear,
        danger: true,
      })
      if (!isSure) return
      await writer.replace(EMPTY)
      await writer.save(STATUS_OF_ACTION.clear)
    },
    verify: async () => {
      if (await agreesToVerify()) await verifyReport(detail)
    },
  }

  const run = async (action: ReportAction) => {
    open.flush()
    if (busy || refuseAction(action, groundsNow()) !== undefined) return
    setBusy(action)
    try {
      await perform[action]()
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run: (action: ReportAction) => void run(action) }
}

/** Asks before a signature that cannot be filed now; with the network a press of Sign signs. */
async function agreesToSign(isOnline: boolean): Promise<boolean> {
  if (isOnline) return true
  return confirmAction({ title: WORDS.signTitle, message: WORDS.signOffline, confirmLabel: WORDS.sign })
}

/** The spec's question before a verification (spec 1 section 4). */
export function agreesToVerify(): Promise<boolean> {
  return confirmAction({
    title: WORDS.verifyTitle,
    message: WORDS.verifyQuestion,
    confirmLabel: WORDS.verify,
  })
}
