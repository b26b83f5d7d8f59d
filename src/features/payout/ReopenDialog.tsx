import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { payoutCalls } from '#contract/calls/payout.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ActDialog } from './ActDialog.tsx'
import { closedOf } from './columns.tsx'
import type { PayoutDialogProps } from './RateDialog.tsx'
import { useAct } from './use-act.ts'
import { PAYOUT_WORDS as WORDS } from './words.ts'

/** Asks for the reason to reopen a reader's closed month. */
export function ReopenDialog({ payout, month, onDone, onClose }: PayoutDialogProps) {
  const [reason, setReason] = useState('')
  const why = reason.trim()
  const send = async () =>
    (await callApi(payoutCalls.reopen, { id: closedOf(payout)?.id ?? '', reason: why })).message
  const act = useAct(send, onDone, () => (why === '' ? WORDS.reasonNeeded : undefined))
  return (
    <ActDialog
      title={WORDS.reopenTitle(formatMonthText(month))}
      text={payout.name}
      confirmLabel={WORDS.reopen}
      act={act}
      onClose={onClose}
    >
      <Textarea
        label={WORDS.reason}
        withAsterisk
        rows={3}
        maxLength={500}
        data-autofocus
        value={reason}
        error={act.problem}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          act.clear()
        }}
      />
    </ActDialog>
  )
}
