import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Successor } from '#src/sync/outbox/refused/refused-command.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import type { RefusedFormProps } from './refused-form-props.ts'
import { VisitLine } from './VisitLine.tsx'
import { EDIT_WORDS as WORDS } from './words.ts'

interface RefusedDialogProps extends RefusedFormProps {
  title: string
  visitId: string
  /** Returns false if a field shows an error. */
  check?: () => boolean
  send: () => Promise<Successor>
  children: ReactNode
}

/**
 * A form over the Sync centre: the reason for the refusal, the patient, the typed fields, and a button to
 * send them again.
 */
export function RefusedForm(props: RefusedDialogProps) {
  const { title, visitId, refused, onClose, children } = props
  const { submit, isBusy, failure } = useSending(props)
  return (
    <Dialog opened onClose={onClose} title={title} centered size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <VisitLine visitId={visitId} />
          <Alert color="red" variant="light" title={WORDS.refused}>
            <Text>{refused.reason}</Text>
          </Alert>
          {children}
          {failure !== undefined && <ErrorNote message={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {WORDS.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSending({ check, send, onClose, onRefusedAgain }: RefusedDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async () => {
    if (isBusy || check?.() === false) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { id, outcome } = await send()
      if (outcome.kind === 'parked') return onRefusedAgain(id)
      notifyDone(outcome.kind === 'acked' ? WORDS.onServer : WORDS.onDevice)
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return {
    submit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    isBusy,
    failure,
  }
}
