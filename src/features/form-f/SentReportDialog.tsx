import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type FormFReport, formFCalls } from '#contract/calls/form-f.ts'
import { type MonthText, nextMonth } from '#domain/money/month-lock.ts'
import { REPORT_WAYS, type SentReport, sentReportProblems } from '#domain/pndt/monthly-report.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { REGISTER_WORDS } from './words.ts'

const { dialog: WORDS, missing } = REGISTER_WORDS.report
const REFERENCE_MAX = 120
const FIELDS: readonly string[] = ['sent_on', 'way', 'reference']

export interface SentReportDialogProps {
  branchId: string
  month: MonthText
  today: string
  zone: string
  open: number
  /** The earlier mark of the report. */
  report: FormFReport | null
  title: string
  onClose: () => void
  onNoted: () => void
}

/** Asks when, how and under which number the month's report was sent. */
export function SentReportDialog(props: SentReportDialogProps) {
  const { branchId, month, today, zone, open, report, title, onClose, onNoted } = props
  const [sent, setSent] = useState<SentReport>(() => ({
    sent_on: report?.sent_on ?? today,
    way: report?.way ?? REPORT_WAYS[0],
    reference: report?.reference ?? '',
  }))
  const [wasTried, setTried] = useState(false)
  const [box, act] = useAct()
  const problems = problemsOf(sent, month, today)
  const errorOf = (name: keyof SentReport) => (wasTried && problems[name]) || act.fields[`sent.${name}`]
  const change = (part: Partial<SentReport>) => {
    setSent((before) => ({ ...before, ...part }))
    act.forget()
  }
  const save = (next: SentReport | null) =>
    act.run(async () => {
      await callApi(formFCalls.noteReport, { branch_id: branchId, month, sent: next })
      onNoted()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length > 0) return act.refuse()
    if (!act.isBusy) void save({ ...sent, reference: sent.reference.trim() })
  }
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={submit} noValidate>
        <Stack ref={box}>
          <Text size="sm">{WORDS.hint}</Text>
          {report?.has_changed === 1 && <Alert color="orange">{WORDS.changed}</Alert>}
          {open > 0 && <Alert color="orange">{missing(open)}</Alert>}
          <DayInput
            label={WORDS.day}
            required
            value={sent.sent_on}
            min={`${nextMonth(month)}-01`}
            max={today}
            zone={zone}
            error={errorOf('sent_on')}
            onChange={(sent_on) => change({ sent_on })}
          />
          <Select
            label={WORDS.way}
            required
            data={[...REPORT_WAYS]}
            value={sent.way}
            allowDeselect={false}
            onChange={(way) => way && change({ way })}
          />
          <TextInput
            label={WORDS.reference}
            description={WORDS.referenceHint}
            required
            maxLength={REFERENCE_MAX}
            autoComplete="off"
            value={sent.reference}
            error={errorOf('reference')}
            onChange={(event) => change({ reference: event.currentTarget.value })}
          />
          <RefusalNote act={act} isAtField={(name) => FIELDS.includes(name.replace('sent.', ''))} />
          <Group justify="flex-end">
            {report && (
              <Button
                variant="subtle"
                color="red.4"
                mr="auto"
                disabled={act.isBusy}
                onClick={() => void save(null)}
              >
                {WORDS.takeBack}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" loading={act.isBusy}>
              {WORDS.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function problemsOf(sent: SentReport, month: MonthText, today: string) {
  const problems = sentReportProblems(sent, month, today)
  return sent.sent_on === '' ? { ...problems, sent_on: WORDS.dayMissing } : problems
}
