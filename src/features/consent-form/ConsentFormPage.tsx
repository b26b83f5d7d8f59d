import '@mantine/core/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { v7 as mintId } from 'uuid'
import { type ConsentDetail, publicConsentCalls } from '#contract/calls/consents.ts'
import type { FormLanguage } from '#domain/consent/form-language.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { ConsentForm } from '#src/parts/consent-form/ConsentForm.tsx'
import { openDraft, signedInput } from '#src/parts/consent-form/consent-draft.ts'
import { FORM_WORDS, languageOf } from '#src/parts/consent-form/words.ts'
import { PatientLanguageSelect, PatientPage } from '#src/parts/patient-words/PatientPage.tsx'
import { PATIENT_WORDS, usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { LinkDoor } from '#src/sync/api/link-door.ts'
import type { ConsentDraft } from '#src/sync/kiosk/kiosk-form.ts'
import { wantedLanguage } from '#src/ui/language/wanted-language.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from './consent-form-page.module.css'
import { type ConsentLink, consentLink } from './consent-secret.ts'
import { useBrowserOnline } from './use-browser-online.ts'

/** The session of this tab's link: a reload continues it. */
const consentDoor = new LinkDoor('consent-form')

/** The page that a patient opens from a link on their own phone. Stores nothing on the device. */
export default function ConsentFormPage() {
  useDocumentTitle(PATIENT_WORDS.english.product)
  const [by] = useState(() => openingOf(consentLink(), consentDoor.find()))
  return (
    <div className={classes.page}>
      {by ? (
        <OpenedLink by={by} />
      ) : (
        <PatientPage>
          <LinkNeeded />
        </PatientPage>
      )}
    </div>
  )
}

function LinkNeeded() {
  const { consent } = usePatientLanguage().words
  return (
    <Stack className={classes.note}>
      <PatientLanguageSelect />
      <Title order={1}>{consent.title}</Title>
      <Alert color="orange">{consent.again}</Alert>
    </Stack>
  )
}

/** A link, or the session that a reloaded page continues. */
type Opening = ConsentLink | { door: string }

function openingOf(link: ConsentLink | undefined, door: string | undefined): Opening | undefined {
  return link ?? (door === undefined ? undefined : { door })
}

/** The form as it was opened, with the session that saves it. */
type OpenedDetail = ConsentDetail & { door: string }

function OpenedLink({ by }: { by: Opening }) {
  const { detail, error, retry } = useDetail(by)
  const [doneIn, setDoneIn] = useState<FormLanguage>()
  if (doneIn) return <Thanks language={doneIn} />
  if (error)
    return (
      <PatientPage>
        <NotOpened error={error} onRetry={retry} />
      </PatientPage>
    )
  if (!detail)
    return (
      <div className={classes.loading}>
        <SkeletonRows rows={5} height={96} />
      </div>
    )
  return <FillOnPhone opened={detail} onDone={setDoneIn} />
}

function NotOpened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const spoken = usePatientLanguage()
  const { consent, retry } = spoken.words
  return (
    <Stack className={classes.note}>
      <PatientLanguageSelect />
      <Alert color="red" role="alert" title={consent.failed}>
        <Stack align="flex-start">
          <Text>{refusalText(error, spoken)}</Text>
          <Button variant="default" size="lg" onClick={onRetry}>
            {retry}
          </Button>
        </Stack>
      </Alert>
    </Stack>
  )
}

interface FillOnPhoneProps {
  opened: OpenedDetail
  /** Called with the language in which the form was read. */
  onDone: (language: FormLanguage) => void
}

/** The form; if the centre has changed it in the meantime, shows the new one with the given answers. */
function FillOnPhone({ opened, onDone }: FillOnPhoneProps) {
  const isOnline = useBrowserOnline()
  const [id] = useState(() => mintId())
  const [shown, setShown] = useState(() => ({
    detail: opened,
    draft: openDraft(id, opened, wantedLanguage(opened.language)),
    isChanged: false,
  }))
  const send = async (draft: ConsentDraft) => {
    try {
      const signed = signedInput(draft, shown.detail, new Date())
      await callBare(publicConsentCalls.save, { ...signed, door: opened.door })
      // A signed form must not be reachable by going back.
      consentDoor.forget()
      onDone(languageOf(shown.detail, draft.answers.language))
    } catch (error) {
      const form = changedForm(error)
      if (!form) throw error
      // The text has changed, so it must be signed again; the answers are kept.
      setShown({ detail: { ...shown.detail, form }, draft: { ...draft, strokes: [] }, isChanged: true })
    }
  }
  return (
    <ConsentForm
      key={shown.detail.form.sha256}
      detail={shown.detail}
      initial={shown.draft}
      isChanged={shown.isChanged}
      isOffline={!isOnline}
      onSubmit={send}
    />
  )
}

/** Returns the current form if the server refused because the form has changed. */
function changedForm(error: unknown): ConsentDetail['form'] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined
  return error.body.current as ConsentDetail['form'] | undefined
}

function Thanks({ language }: { language: FormLanguage }) {
  const { thanks, doneOnPhone } = FORM_WORDS[language]
  return (
    <Stack align="center" className={classes.note} role="status" lang={language} dir={directionOf(thanks)}>
      <IconCircleCheck size={64} aria-hidden />
      <Title order={1}>{thanks}</Title>
      <Text ta="center">{doneOnPhone}</Text>
    </Stack>
  )
}

interface Asked {
  /** The number of the request that this response belongs to. */
  round: number
  detail?: OpenedDetail
  error?: Error
}

function useDetail(by: Opening): Asked & { retry: () => void } {
  const [asked, setAsked] = useState<Asked>({ round: 0 })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    callBare(publicConsentCalls.detail, { ...by }, { signal: left.signal }).then(
      ({ result }) => {
        consentDoor.keep(result.door)
        setAsked({ round, detail: result })
      },
      (error: unknown) => {
        if (!left.signal.aborted) setAsked({ round, error: errorOf(error) })
      },
    )
    return () => left.abort()
  }, [by, round])
  const retry = useCallback(() => {
    setAsked({ round: 0 })
    setRound((now) => now + 1)
  }, [])
  return { ...asked, retry }
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
