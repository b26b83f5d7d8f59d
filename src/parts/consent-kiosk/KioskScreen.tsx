import { Button, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormLanguage } from '#domain/consent/form-language.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import type { ConsentDraft } from '#src/sync/kiosk/kiosk-form.ts'
import type { Handed, KioskState } from '#src/sync/kiosk/kiosk-state.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { ConsentForm } from '../consent-form/ConsentForm.tsx'
import { FORM_WORDS, languageOf } from '../consent-form/words.ts'
import classes from './consent-kiosk.module.css'

export interface KioskScreenProps {
  kiosk: Exclude<KioskState, { kind: 'none' }>
  titleId: string
  /** Called when the device was returned: a staff password restores its work. */
  onDesk: () => void
}

/** The whole screen of a patient on a device of the centre: the form, and then a thank-you without a name. */
export function KioskScreen({ kiosk, titleId, onDesk }: KioskScreenProps) {
  const [language, setLanguage] = useState(() => openedIn(kiosk))
  const frame = { language, titleId, onDesk }
  if (kiosk.kind === 'done') return <Thanks {...frame} />
  return <Filling {...frame} handed={kiosk.handed} onRead={setLanguage} />
}

const openedIn = (kiosk: KioskScreenProps['kiosk']): FormLanguage => {
  if (kiosk.kind === 'done') return 'en'
  const { detail, draft } = kiosk.handed.form
  return languageOf(detail, draft.answers.language)
}

interface FrameProps extends Pick<KioskScreenProps, 'titleId' | 'onDesk'> {
  /** The language in which the form is displayed. */
  language: FormLanguage
}

interface FillingProps extends FrameProps {
  handed: Handed
  onRead: (language: FormLanguage) => void
}

function Filling({ handed, language, onRead, titleId, onDesk }: FillingProps) {
  const { detail, draft } = handed.form
  const keep = useStableCallback((changed: ConsentDraft) => {
    onRead(languageOf(detail, changed.answers.language))
    handed.keep(changed)
  })
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Button variant="default" size="lg" onClick={onDesk}>
          {FORM_WORDS[language].desk}
        </Button>
      </div>
      <ConsentForm titleId={titleId} detail={detail} initial={draft} onChange={keep} onSubmit={handed.send} />
    </div>
  )
}

function Thanks({ language, titleId, onDesk }: FrameProps) {
  const { thanks, doneOnTablet, desk } = FORM_WORDS[language]
  return (
    <div className={classes.done} role="status" lang={language} dir={directionOf(thanks)}>
      <IconCircleCheck size={64} aria-hidden />
      <Title order={1} id={titleId}>
        {thanks}
      </Title>
      <Text size="lg">{doneOnTablet}</Text>
      <Button size="lg" onClick={onDesk}>
        {desk}
      </Button>
    </div>
  )
}
