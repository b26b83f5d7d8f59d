import { Text } from '@mantine/core'
import { laboratoryCalls } from '#contract/calls/laboratory.ts'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useVisitAnswer } from '../visit-answer.ts'
import classes from './examination.module.css'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface LabOrderProps {
  visitId: string
  service: VisitServiceRow
  zone: string
  isOffered: boolean
  reason: string | undefined
}

/**
 * The tests of a laboratory service, whether the laboratory has the order, and a way to send it
 * (docs/visits.md#laboratory).
 */
export function LabOrder({ visitId, service, zone, isOffered, reason }: LabOrderProps) {
  const { lab_services, lab_sent_on } = service
  const [box, act] = useAct()
  const take = useVisitAnswer()
  const send = async () => {
    const answer = await callApi(laboratoryCalls.send, { appt_id: visitId, ids: [service.id] })
    take(answer.result.visit)
    notifyDone(answer.message)
  }
  return (
    <section className={classes.laboratory} aria-label={`${WORDS.laboratory}: ${service.name}`}>
      <ul className={classes.tests}>
        {lab_services.map(({ id, name, code }) => (
          <li key={id}>{[name, code].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
      <div className={classes.actions} ref={box}>
        {isOffered && (
          <ReasonButton
            size="xs"
            variant="default"
            loading={act.isBusy}
            reason={reason}
            onClick={() => void act.run(send)}
          >
            {lab_sent_on ? WORDS.sendAgain : WORDS.sendLaboratory}
          </ReasonButton>
        )}
        <Text span c="dimmed" size="xs" className="tabular">
          {lab_sent_on
            ? WORDS.laboratorySent(formatDateTime(new Date(lab_sent_on), zone))
            : WORDS.laboratoryNotSent}
        </Text>
        <RefusalNote act={act} />
      </div>
    </section>
  )
}
