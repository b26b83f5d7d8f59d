import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { paymentCalls, type UnallocatedReceipt } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { DAY_CLOSE_WORDS } from './words.ts'

const WORDS = DAY_CLOSE_WORDS.unallocated

export interface SettleDialogProps {
  receipt: UnallocatedReceipt
  onSettled: () => void
  onClose: () => void
}

/**
 * Settles an overpayment: it stays with its visit, or moves to another visit of the patient that owes at
 * least as much.
 */
export function SettleDialog({ receipt, onSettled, onClose }: SettleDialogProps) {
  const format = useMoneyFormat()
  const [visitId, setVisitId] = useState(receipt.appt_id)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const roomy = receipt.owing.filter(({ receivable }) => receivable >= receipt.amount)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return setProblem(WORDS.noteNeeded)
    setBusy(true)
    try {
      await callApi(paymentCalls.allocate, { id: receipt.id, appt_id: visitId, note: note.trim() })
      notifyDone(WORDS.done)
      onSettled()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.title(receipt.receipt_no)} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Radio.Group label={WORDS.where} value={visitId} onChange={setVisitId}>
            <Stack gap={8} mt={8}>
              <Radio value={receipt.appt_id} label={WORDS.keep(receipt.visit_no)} />
              {roomy.map(({ id, visit_no, receivable }) => (
                <Radio key={id} value={id} label={WORDS.move(visit_no, formatMoney(receivable, format))} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={WORDS.note}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={note}
            error={problem}
            onChange={(event) => {
              setNote(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {WORDS.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
