import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type FormFRegister, formFCalls } from '#contract/calls/form-f.ts'
import type { MonthText } from '#domain/money/month-lock.ts'
import { type ReportStanding, reportDueOn, reportStanding } from '#domain/pndt/monthly-report.ts'
import { formatDateTime, formatDay, formatMonthText } from '#domain/time/formats.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { REGISTER_WORDS } from './words.ts'

const { report: WORDS } = REGISTER_WORDS

const SentReportDialog = lazyPart(async () => ({
  default: (await import('./SentReportDialog.tsx')).SentReportDialog,
}))

export interface MonthlyReportProps {
  register: FormFRegister
  branchId: string
  month: MonthText
  today: string
  zone: string
  online: boolean
  /** The number of the month's ultrasounds with missing data. */
  open: number
  onMonth: (month: MonthText) => void
  /** Called after the report was marked as sent, or the mark was removed. */
  onNoted: () => void
}

const COLOURS = {
  untracked: 'gray',
  month_open: 'gray',
  due: 'orange',
  overdue: 'red',
  sent: 'green',
} as const satisfies Record<Exclude<ReportStanding, 'not_asked'>, string>

/**
 * Shows when the month's report is due, and whether a person marked it as sent
 * (docs/form-f.md#the-monthly-report).
 */
export function MonthlyReport(props: MonthlyReportProps) {
  const { register, branchId, month, today, zone, online, open, onMonth, onNoted } = props
  const [isNoting, setNoting] = useState(false)
  const { report, report_from: from } = register
  const standing = reportStanding({ month, from, isSent: report !== null }, today)
  const others = useOtherMonths({ branchId, month, isWanted: online && from !== null, report })
  if (standing === 'not_asked') return null
  const hasChanged = report?.has_changed === 1
  const isOpen = standing === 'due' || standing === 'overdue'
  const { button, title } = report ? WORDS.correct : WORDS.note
  return (
    <>
      <Alert color={hasChanged ? 'orange' : COLOURS[standing]} mb="md" role="group" aria-label={WORDS.label}>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Text size="sm">{sentence(standing, { ...props, zone })}</Text>
            {hasChanged && <Text size="sm">{WORDS.changed}</Text>}
            {isOpen && open > 0 && <Text size="sm">{WORDS.missing(open)}</Text>}
            {others.length > 0 && (
              <Text size="sm">
                {WORDS.others}{' '}
                {others.map((other, at) => (
                  <span key={other}>
                    {at > 0 && ', '}
                    <Anchor component="button" type="button" size="sm" onClick={() => onMonth(other)}>
                      {formatMonthText(other)}
                    </Anchor>
                  </span>
                ))}
              </Text>
            )}
          </div>
          {from !== null && standing !== 'month_open' && (
            <ReasonButton
              variant="default"
              size="compact-md"
              reason={online ? undefined : WORDS.offline}
              onClick={() => setNoting(true)}
            >
              {button}
            </ReasonButton>
          )}
        </Group>
      </Alert>
      {isNoting && (
        <SentReportDialog
          {...{ branchId, month, today, zone, open, report, title }}
          onClose={() => setNoting(false)}
          onNoted={() => {
            setNoting(false)
            onNoted()
          }}
        />
      )}
    </>
  )
}

function sentence(standing: ReportStanding, { register, month, zone }: MonthlyReportProps): string {
  const of = formatMonthText(month)
  const due = formatDay(reportDueOn(month))
  if (standing === 'untracked') return WORDS.untracked(of, formatMonthText(register.report_from ?? month))
  if (standing === 'month_open') return WORDS.monthOpen(of, due)
  if (standing === 'due') return WORDS.due(of, due)
  if (standing === 'overdue' || !register.report) return WORDS.overdue(of, due)
  const { sent_on, way, reference, noted_by, noted_on } = register.report
  return WORDS.sent(of, {
    day: formatDay(sent_on),
    way,
    reference,
    by: noted_by,
    on: formatDateTime(new Date(noted_on), zone),
  })
}

interface Others {
  branchId: string
  month: MonthText
  isWanted: boolean
  report: FormFRegister['report']
}

/** Returns the other months of the branch whose report was not sent. */
function useOtherMonths({ branchId, month, isWanted, report }: Others): MonthText[] {
  const { answer } = useKeptCall(
    formFCalls.dueReports,
    {},
    { isWanted, news: report?.noted_on ?? '', keptAs: undefined },
  )
  return (answer?.result.reports ?? [])
    .filter((one) => one.branch_id === branchId && one.month !== month)
    .map((one) => one.month)
}
