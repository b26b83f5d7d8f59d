import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { machineOrderCalls } from '#contract/calls/machine-orders.ts'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface SendToMachineProps {
  service: VisitServiceRow
  reason: string | undefined
}

/** Send Now to machine: the order of this examination goes to its machine (docs/visits.md#visit-and-service-status). */
export function SendToMachine({ service, reason }: SendToMachineProps) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const input = { appt_service_id: service.id, service_name: service.name }
      const { message } = await callApi(machineOrderCalls.sendExam, input)
      notifyDone(message || WORDS.machineSent)
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ReasonButton
        size="xs"
        variant="default"
        loading={isBusy}
        reason={reason}
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => void send()}
      >
        {WORDS.sendNow}
      </ReasonButton>
      {service.is_sent_to_machine === 1 && (
        <Text span c="dimmed" size="xs">
          {WORDS.sent}
        </Text>
      )}
    </>
  )
}
