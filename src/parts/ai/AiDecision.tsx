import { Button, Group, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { type AiReport, aiCalls } from '#contract/calls/ai.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { useReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './ai.module.css'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiDecisionProps {
  report: AiReport
  study: StudyRow
  reportNo: number
  onSettled: () => void
}

const DECISIONS = {
  transfer: { call: aiCalls.transferAIReport, title: WORDS.transferTitle, question: WORDS.transferQuestion },
  append: { call: aiCalls.appendAIReport, title: WORDS.appendTitle, question: WORDS.appendQuestion },
  reject: { call: aiCalls.rejectAIReport, title: WORDS.rejectTitle, question: WORDS.rejectQuestion },
} as const
type Decision = keyof typeof DECISIONS
const ORDER = ['reject', 'append', 'transfer'] as const satisfies readonly Decision[]

/**
 * Accept and transfer, accept and append, or reject, each after a confirmation
 * (docs/visits.md#visit-and-service-status).
 */
export function AiDecision({ report, study, reportNo, onSettled }: AiDecisionProps) {
  const [busy, setBusy] = useState<Decision>()
  const [box, act] = useAct()
  const reasons = useReasons(report, study)
  const decide = async (decision: Decision) => {
    const { call, title, question } = DECISIONS[decision]
    const message = question
    const isSure = await confirmAction({
      title,
      message,
      confirmLabel: WORDS[decision],
      danger: decision === 'reject',
    })
    if (!isSure) return
    setBusy(decision)
    const input = decision === 'reject' ? { id: report.id } : { id: report.id, report_no: reportNo }
    await act.run(async () => {
      const { message: told } = await callApi(call, input)
      notifyDone(told)
      onSettled()
    })
    setBusy(undefined)
  }
  return (
    <Group gap="xs" justify="flex-end" className={classes.decision} ref={box}>
      <RefusalNote act={act} />
      {ORDER.map((decision) => (
        <Tooltip key={decision} label={reasons[decision]} disabled={reasons[decision] === undefined}>
          <Button
            variant={decision === 'transfer' ? 'filled' : 'default'}
            loading={busy === decision}
            data-disabled={reasons[decision] !== undefined || undefined}
            aria-disabled={reasons[decision] !== undefined}
            aria-description={reasons[decision]}
            onClick={() => reasons[decision] === undefined && !busy && void decide(decision)}
          >
            {WORDS[decision]}
          </Button>
        </Tooltip>
      ))}
    </Group>
  )
}

/** Returns why each decision is unavailable now. */
function useReasons(report: AiReport, study: StudyRow): Record<Decision, string | undefined> {
  const { online } = useLink()
  const { detail } = useReportDetail(study.study_id)
  const { state } = useReportDelivery(study.study_id)
  const all = whyNobody(online, detail?.can_write_report === 1)
  // Unsent text would conflict with the transferred text, so it is sent to the server first.
  const isUnsent = state !== 'server' && state !== 'none'
  const taking = isUnsent ? WORDS.reasons.unsent : signedReason(detail?.study ?? study)
  const transfer = report.fileurl === '' ? undefined : WORDS.reasons.pdf
  return { transfer: all ?? taking ?? transfer, append: all ?? taking, reject: all }
}

function whyNobody(isOnline: boolean, canWrite: boolean): string | undefined {
  if (!isOnline) return WORDS.reasons.offline
  return canWrite ? undefined : WORDS.reasons.notWriter
}

const signedReason = ({ status }: Pick<StudyRow, 'status'>) =>
  isSigned(status) ? WORDS.reasons.signed : undefined
