import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.reason

export interface ReasonDialogProps {
  title: string
  hint: string
  confirmLabel: string
  isDangerous?: boolean
  /** Runs the action; errors are shown, and the reason stays as typed. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

const isReason = (name: string) => name === 'reason' || name === 'change_reason'

/** Asks for a reason before changing money that stays in the books. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, hint, confirmLabel, isDangerous = false, onConfirm, onClose } = props
  const [box, act] = useAct()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    setMissing(why === '')
    if (why === '') act.refuse()
    else if (!act.isBusy) await act.run(() => onConfirm(why))
  }
  const refused = act.fields.reason ?? act.fields.change_reason
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" ref={box}>
          <Text size="sm">{hint}</Text>
          <Textarea
            label={WORDS.label}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            error={isMissing ? WORDS.needed : refused}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setMissing(false)
              act.forget()
            }}
          />
          <Group justify="flex-end">
            <RefusalNote act={act} isAtField={isReason} />
            <Button variant="default" onClick={onClose}>
              {PAYMENT_WORDS.keep}
            </Button>
            <Button type="submit" loading={act.isBusy} {...(isDangerous && { color: 'red.9' })}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
