import { Button, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Handed, KioskState } from '#src/sync/kiosk/kiosk-state.ts'
import { ConsentForm } from '../consent-form/ConsentForm.tsx'
import classes from './consent-kiosk.module.css'
import { KIOSK_WORDS as WORDS } from './words.ts'

export interface KioskScreenProps {
  kiosk: Exclude<KioskState, { kind: 'none' }>
  titleId: string
  /** The device is given back: a password of the house brings its work back. */
  onDesk: () => void
}

/** All that a patient sees of a device of the house: the form, and afterwards thanks that name nobody. */
export function KioskScreen({ kiosk, titleId, onDesk }: KioskScreenProps) {
  if (kiosk.kind === 'done') return <Thanks titleId={titleId} onDesk={onDesk} />
  return <Filling handed={kiosk.handed} titleId={titleId} onDesk={onDesk} />
}

function Filling({
  handed,
  titleId,
  onDesk,
}: { handed: Handed } & Pick<KioskScreenProps, 'titleId' | 'onDesk'>) {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Button variant="default" size="md" onClick={onDesk}>
          {WORDS.desk}
        </Button>
      </div>
      <ConsentForm
        titleId={titleId}
        detail={handed.form.detail}
        initial={handed.form.draft}
        onChange={handed.keep}
        onSubmit={handed.send}
      />
    </div>
  )
}

function Thanks({ titleId, onDesk }: Pick<KioskScreenProps, 'titleId' | 'onDesk'>) {
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck size={64} aria-hidden />
      <Title order={1} id={titleId}>
        {WORDS.done}
      </Title>
      <Text size="lg">{WORDS.doneHint}</Text>
      <Button size="lg" onClick={onDesk}>
        {WORDS.desk}
      </Button>
    </div>
  )
}
