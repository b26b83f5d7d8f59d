import { Button } from '@mantine/core'
import { useState } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { ReceiptDetail } from '#src/parts/papers/ReceiptDetail.tsx'
import { CorrectPayment, type RecordedPayment } from '#src/parts/payments/CorrectPayment.tsx'
import { useOpenedVisit } from '#src/sync/desk/use-opened-visit.ts'
import { useVisitsOfPatient } from '#src/sync/desk/use-visits-of-patient.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { PaidVisitField } from './PaidVisitField.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/** A refused payment: its modes and amounts and, once recorded, its paper. */
export function EditPayment({ refused, onClose, onRefusedAgain }: RefusedFormProps) {
  const { appt_id, new_visit } = typedIn(refused, 'appt/createReceipts')
  const opened = useOpenedVisit(appt_id)
  const { isOnDevice, isLoading } = opened
  const ofPatient = useVisitsOfPatient(new_visit?.patient_id ?? opened.visit?.patient_id ?? '') ?? []
  const others = ofPatient.filter(({ id }) => id !== appt_id)
  const visits = opened.visit ? [opened.visit, ...others] : others
  const [visitId, setVisitId] = useState(appt_id)
  const chosen = visits.find(({ id }) => id === visitId) ?? (isLoading ? undefined : visits[0])
  // A person who may no longer see money cannot correct a payment: it is kept for somebody who may.
  const visit = chosen && findPriced(chosen)
  const [recorded, setRecorded] = useState<RecordedPayment>()
  if (!visit) return isLoading ? null : <NoVisit onClose={onClose} />
  if (recorded)
    return (
      <ReceiptDetail
        visit={visit}
        receipts={recorded.receipts}
        printsItself={recorded.isFinal}
        onClose={onClose}
      />
    )
  return (
    <CorrectPayment
      visit={visit}
      refused={refused}
      isCounted={visit.id === appt_id && isOnDevice && visit.isWaiting}
      place={<PaidVisitField visit={visit} visits={visits} onChange={setVisitId} />}
      onRecorded={(payment) => (payment.receipts.length > 0 ? setRecorded(payment) : onClose())}
      onRefusedAgain={onRefusedAgain}
      onClose={onClose}
    />
  )
}

function NoVisit({ onClose }: { onClose: () => void }) {
  const { online } = useLink()
  return (
    <Dialog opened onClose={onClose} withCloseButton={false} centered>
      <EmptyState
        title={WORDS.noVisit}
        hint={online ? WORDS.noVisitHint : WORDS.noVisitOffline}
        action={
          <Button variant="default" onClick={onClose} data-autofocus>
            {WORDS.close}
          </Button>
        }
      />
    </Dialog>
  )
}
