import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { payoutCalls, type ReaderPayout } from '#contract/calls/payout.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { ActDialog } from './ActDialog.tsx'
import { useAct } from './use-act.ts'
import { PAYOUT_WORDS as WORDS } from './words.ts'

export interface PayoutDialogProps {
  payout: ReaderPayout
  month: string
  onDone: () => void
  onClose: () => void
}

/** Asks for the value of a point for a reader. */
export function RateDialog({ payout, month, onDone, onClose }: PayoutDialogProps) {
  const session = useSession()
  const [rate, setRate] = useState<number | string>(payout.rate)
  const send = async () => {
    const input = { doctor_id: payout.doctor_id, rate: Number(rate), month }
    return (await callApi(payoutCalls.setRate, input)).message
  }
  const act = useAct(send, onDone)
  return (
    <ActDialog
      title={WORDS.rateTitle(payout.name)}
      text={WORDS.rateText}
      confirmLabel={WORDS.save}
      act={act}
      onClose={onClose}
    >
      <NumberInput
        label={WORDS.rate}
        data-autofocus
        min={0}
        max={9_999_999}
        allowNegative={false}
        hideControls
        decimalScale={session?.no_of_decimal ?? 2}
        rightSection={session?.currency}
        rightSectionWidth={56}
        value={rate}
        error={act.problem}
        onChange={(value) => {
          setRate(value)
          act.clear()
        }}
      />
    </ActDialog>
  )
}
