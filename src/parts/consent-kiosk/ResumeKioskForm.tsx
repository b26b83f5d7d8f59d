import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { getDevice } from '#src/sync/current-device.ts'
import { handOver } from '#src/sync/kiosk/hand-over.ts'
import { deleteKioskForm, type KioskForm } from '#src/sync/kiosk/kiosk-form.ts'
import { kioskState, setKiosk, useKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { useKioskForm } from '#src/sync/kiosk/use-kiosk-form.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { UI_WORDS } from '#src/ui/words.ts'
import { kioskInput } from './kiosk-input.ts'
import { KIOSK_WORDS as WORDS } from './words.ts'

/** After the unlock: resumes or discards a form that was handed over. */
export function ResumeKioskForm() {
  const lock = useLock()
  const kiosk = useKiosk()
  const { form, error, retry } = useKioskForm()
  useEffect(() => {
    // The page was unlocked, so the form is no longer in a patient's hands.
    if (lock.kind !== 'locked' && kioskState().kind !== 'handing') setKiosk({ kind: 'none' })
  }, [lock])
  if (lock.kind !== 'open' || kiosk.kind !== 'none') return null
  if (form) return <ResumeDialog form={form} />
  return error ? <UnreadDialog error={error} onRetry={retry} /> : null
}

function ResumeDialog({ form }: { form: KioskForm }) {
  const [box, act] = useAct()
  const goOn = () => act.run(() => handOver(form, kioskInput))
  return (
    <FormDialog words={WORDS.resumeHint(form.detail.form.name)}>
      <Group justify="flex-end" ref={box}>
        <RefusalNote act={act} />
        <PutAwayButton />
        <Button loading={act.isBusy} data-autofocus onClick={() => void goOn()}>
          {WORDS.goOn}
        </Button>
      </Group>
    </FormDialog>
  )
}

/**
 * Shown if the kept form cannot be read. Only one form is kept, so a new one cannot be started before this
 * one is read or discarded.
 */
function UnreadDialog({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <FormDialog words={WORDS.unread(error.message)}>
      <Group justify="flex-end">
        <PutAwayButton onDone={onRetry} />
        <Button data-autofocus onClick={onRetry}>
          {UI_WORDS.tryAgain}
        </Button>
      </Group>
    </FormDialog>
  )
}

function PutAwayButton({ onDone }: { onDone?: () => void }) {
  const putAway = () =>
    confirmAct({
      title: WORDS.putAwayTitle,
      message: WORDS.putAwayQuestion,
      confirmLabel: WORDS.putAway,
      danger: true,
      act: async () => {
        await deleteKioskForm(getDevice().databases)
        onDone?.()
      },
    })
  return (
    <Button variant="default" onClick={() => void putAway()}>
      {WORDS.putAway}
    </Button>
  )
}

function FormDialog({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={WORDS.resumeTitle}
      centered
    >
      <Stack>
        <Text>{words}</Text>
        {children}
      </Stack>
    </Dialog>
  )
}
