import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#src/ui/Dialog.tsx'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.reason

export interface ReasonDialogProps {
  title: string
  hint: string
  confirmLabel: string
  isDangerous?: boolean
  /** Does it; what it throws is shown, and the reason stays as typed. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, before something is done to money that stays in the books. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, hint, confirmLabel, isDangerous = false, onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    if (why === '') return setProblem(WORDS.needed)
    setBusy(true)
    try {
      await onConfirm(why)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <Text size="sm">{hint}</Text>
          <Textarea
            label={WORDS.label}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {PAYMENT_WORDS.keep}
            </Button>
            <Button type="submit" loading={isBusy} {...(isDangerous && { color: 'red.9' })}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
