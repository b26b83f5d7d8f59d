import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { getDevice } from '#src/sync/current-device.ts'
import { handOver } from '#src/sync/kiosk/hand-over.ts'
import { deleteKioskForm, type KioskForm } from '#src/sync/kiosk/kiosk-form.ts'
import { kioskState, setKiosk, useKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { useKioskForm } from '#src/sync/kiosk/use-kiosk-form.ts'
import { useLock } from '#src/sync/session/lock-state.ts'
import { confirmAct } from '#src/ui/confirm-act.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { kioskInput } from './kiosk-input.ts'
import { KIOSK_WORDS as WORDS } from './words.ts'

/** After the unlock: a form that was handed over is gone on with, or put away. */
export function ResumeKioskForm() {
  const lock = useLock()
  const kiosk = useKiosk()
  const form = useKioskForm()
  useEffect(() => {
    // The page was unlocked: the form is no more in a patient's hands.
    if (lock.kind !== 'locked' && kioskState().kind !== 'handing') setKiosk({ kind: 'none' })
  }, [lock])
  if (lock.kind !== 'open' || kiosk.kind !== 'none' || !form) return null
  return <ResumeDialog form={form} />
}

function ResumeDialog({ form }: { form: KioskForm }) {
  const [box, act] = useAct()
  const goOn = () => act.run(() => handOver(form, kioskInput))
  const putAway = () =>
    confirmAct({
      title: WORDS.putAwayTitle,
      message: WORDS.putAwayQuestion,
      confirmLabel: WORDS.putAway,
      danger: true,
      act: () => deleteKioskForm(getDevice().databases),
    })
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
        <Text>{WORDS.resumeHint(form.detail.form.name)}</Text>
        <Group justify="flex-end" ref={box}>
          <RefusalNote act={act} />
          <Button variant="default" onClick={() => void putAway()}>
            {WORDS.putAway}
          </Button>
          <Button loading={act.isBusy} data-autofocus onClick={() => void goOn()}>
            {WORDS.goOn}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
