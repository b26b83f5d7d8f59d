import { List, Paper, Text } from '@mantine/core'
import type { SoughtExam } from '#contract/calls/machine-view.ts'
import { SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './interfaces.module.css'
import { MACHINE_VIEW_WORDS as WORDS, wordsOfReason } from './machine-words.ts'

export interface SoughtExamsProps {
  aet: string
  exams: readonly SoughtExam[]
}

/** The examinations with a number, each with the reasons why the machine does not receive it. */
export function SoughtExams({ aet, exams }: SoughtExamsProps) {
  return (
    <section aria-label={WORDS.sought} className={classes.answer} aria-live="polite">
      <Text fw={600} component="h2" size="md">
        {WORDS.sought}
      </Text>
      {exams.length === 0 && <EmptyState title={WORDS.noSought} hint={WORDS.noSoughtHint} />}
      <ul className={classes.exams}>
        {exams.map((exam) => (
          <Paper key={exam.id} component="li" className={classes.silence}>
            <span className={classes.peerHead}>
              <Text span fw={600}>
                {exam.name}, {exam.patient} ({exam.pat_id})
              </Text>
              <TintBadge colour={exam.reasons.length === 0 ? 'green' : 'orange'} size="sm">
                {exam.reasons.length === 0 ? WORDS.isShown : WORDS.isMissing}
              </TintBadge>
            </span>
            <Text span size="xs" c="dimmed">
              {formatDateTime(new Date(exam.start_dt), exam.time_zone)} · {WORDS.facts(exam)} ·{' '}
              {SERVICE_STATUS_TABLE[exam.status].label}
            </Text>
            {exam.reasons.length === 0 ? (
              <Text size="sm">{WORDS.isGiven}</Text>
            ) : (
              <List size="sm">
                {exam.reasons.map((reason) => (
                  <List.Item key={reason}>{wordsOfReason(reason, { aet, exam })}</List.Item>
                ))}
              </List>
            )}
          </Paper>
        ))}
      </ul>
    </section>
  )
}
