import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { machineOrderCalls } from '#contract/calls/machine-orders.ts'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './examination.module.css'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface SendToMachineProps {
  service: VisitServiceRow
  reason: string | undefined
}

/** Send Now to machine: sends this examination's order to its machine (docs/visits.md#visit-and-service-status). */
export function SendToMachine({ service, reason }: SendToMachineProps) {
  const [box, act] = useAct()
  const send = async () => {
    const input = { appt_service_id: service.id, service_name: service.name }
    const { message } = await callApi(machineOrderCalls.sendExam, input)
    notifyDone(message || WORDS.machineSent)
  }
  return (
    <div className={classes.inline} ref={box}>
      <ReasonButton
        size="xs"
        variant="default"
        loading={act.isBusy}
        reason={reason}
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => void act.run(send)}
      >
        {WORDS.sendNow}
      </ReasonButton>
      {service.is_sent_to_machine === 1 && (
        <Text span c="dimmed" size="xs">
          {WORDS.sent}
        </Text>
      )}
      <RefusalNote act={act} />
    </div>
  )
}
