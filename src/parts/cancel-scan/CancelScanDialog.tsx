import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { formatMoney, type MoneyFormat } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { visitOpenMoney } from '#domain/money/visit-money.ts'
import { isUnpaid } from '#domain/status/payment-status.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CANCEL_SCAN_WORDS as WORDS } from './words.ts'

export interface CancelScanDialogProps {
  scan: { id: string; appt_id: string; name: string; pat_name: string }
  /** The visit if this device has it: its payments are mentioned. */
  visit: VisitRow | undefined
  /** The command's label in the Sync centre. */
  label: string
  onClose: () => void
}

/**
 * Cancels one examination: asks for a reason if the visit is or may be paid, and shows what is refundable. Works
 * offline.
 */
export function CancelScanDialog(props: CancelScanDialogProps) {
  return (
    <Dialog opened onClose={props.onClose} title={WORDS.title} centered>
      <CancelScanForm {...props} />
    </Dialog>
  )
}

const REASON_MAX = 450

function CancelScanForm({ scan, visit, label, onClose }: CancelScanDialogProps) {
  const format = useMoneyFormat()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [box, act] = useAct()
  const money = visit ? moneyWords(visit, scan.id, format) : WORDS.unknown
  const cancel = (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    const isRefused = money !== undefined && why === ''
    setMissing(isRefused)
    if (isRefused) return act.refuse()
    const input = { id: scan.id, appt_id: scan.appt_id, status: SCAN_CANCELLED, ...(why && { reason: why }) }
    // A full or locked device stores nothing: the typed text stays in its field.
    void act.run(async () => {
      await enqueue('appt/changeServiceStatus', input, { label })
      onClose()
    })
  }
  return (
    <form onSubmit={cancel} noValidate>
      <Stack ref={box}>
        <Text>{WORDS.ask(scan.name, scan.pat_name)}</Text>
        <Text size="sm">{WORDS.effect}</Text>
        {money !== undefined && (
          <Alert color="orange" role="status">
            {money}
          </Alert>
        )}
        <Textarea
          label={WORDS.reason}
          withAsterisk={money !== undefined}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
            act.forget()
          }}
          error={isMissing && WORDS.reasonNeeded}
          data-autofocus
        />
        <Group justify="flex-end">
          <RefusalNote act={act} />
          <Button variant="default" onClick={onClose}>
            {WORDS.keep}
          </Button>
          <Button type="submit" color="red.9" loading={act.isBusy}>
            {WORDS.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the note on payments of a visit that loses this service; undefined if nothing was received. */
function moneyWords(visit: VisitRow, serviceId: string, format: MoneyFormat): string | undefined {
  const priced = findPriced(visit)
  // A person who may not see amounts still knows that something was paid.
  if (!priced) return isUnpaid(visit.payment_status) ? undefined : WORDS.paid
  if (priced.paid <= 0) return undefined
  const { decimals } = format
  const lost = priced.services.find(({ id }) => id === serviceId)?.net_charges ?? 0
  const net = fromMinor(toMinor(priced.net_charges, decimals) - toMinor(lost, decimals), decimals)
  const { toRefund } = visitOpenMoney({ ...priced, net_charges: net }, decimals)
  return toRefund > 0 ? WORDS.toRefund(formatMoney(fromMinor(toRefund, decimals), format)) : WORDS.notOver
}
