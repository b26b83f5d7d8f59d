import '@mantine/core/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { type SharedStudy as Study, sharedStudyCalls } from '#contract/calls/sharing.ts'
import type { Language } from '#domain/language/languages.ts'
import type { ProofKind } from '#domain/sharing/proof.ts'
import { PatientLanguageSelect, PatientPage } from '#src/parts/patient-words/PatientPage.tsx'
import {
  useKnownLanguage,
  usePatientLanguage,
  usePatientWords,
} from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { ProofForm } from '#src/parts/proof/ProofForm.tsx'
import { callBare } from '#src/sync/api/call-bare.ts'
import { LinkDoor } from '#src/sync/api/link-door.ts'
import { WeekendCountryProvider } from '#src/ui/dates/use-weekend.ts'
import { PublicPage } from '#src/ui/PublicPage.tsx'
import { SharedResults } from './SharedResults.tsx'
import { type SharedLink, sharedLink } from './shared-secret.ts'

/** The session of this tab's link: a reload continues it. */
const sharedDoor = new LinkDoor('shared-study')

/** The page for a stranger with a link: a question, then the examination. Stores nothing on the device. */
export default function SharedStudy() {
  return (
    <PatientPage>
      <Page />
    </PatientPage>
  )
}

function Page() {
  const { product, shared } = usePatientWords()
  useDocumentTitle(product)
  const [opening] = useState(() => openingOf(sharedLink(), sharedDoor.find()))
  return (
    <PublicPage maxWidth={460}>
      <Group justify="space-between">
        <Title order={1}>{shared.title}</Title>
        <PatientLanguageSelect />
      </Group>
      {opening ? <LookedUp {...opening} /> : <Alert color="orange">{shared.again}</Alert>}
    </PublicPage>
  )
}

/** What the page starts with: a link's secret, or the session that a reloaded page continues. */
interface Opening {
  by: { secret: string } | { door: string }
  toReport: boolean
}

function openingOf(link: SharedLink | undefined, door: string | undefined): Opening | undefined {
  if (link) return { by: { secret: link.secret }, toReport: link.toReport }
  return door === undefined ? undefined : { by: { door }, toReport: false }
}

function LookedUp({ by, toReport }: Opening) {
  const spoken = usePatientLanguage()
  const { retry: again, shared } = spoken.words
  const { looked, error, retry } = useLook(by)
  useKnownLanguage(looked?.language)
  const [answered, setAnswered] = useState<Study>()
  if (error)
    return (
      <Alert color="red" role="alert" title={shared.failed}>
        <Stack align="flex-start">
          <Text>{refusalText(error, spoken)}</Text>
          <Button variant="default" size="xs" onClick={retry}>
            {again}
          </Button>
        </Stack>
      </Alert>
    )
  if (!looked) return <Text role="status">{shared.loading}</Text>
  const study = answered ?? looked.study
  if (study) return <SharedResults door={looked.door} study={study} toReport={toReport} />
  const answer = async (text: string) =>
    setAnswered((await callBare(sharedStudyCalls.open, { door: looked.door, answer: text })).result)
  return (
    <>
      <Text>{shared.from(looked.centre)}</Text>
      <WeekendCountryProvider value={looked.country}>
        <ProofForm asks={looked.asks} onAnswer={answer} />
      </WeekendCountryProvider>
    </>
  )
}

/** The data behind the link; includes the study if this browser has already answered the question. */
interface Looked {
  centre: string
  /** The country of the centre (an id of domain/masters/countries.ts). */
  country: number | undefined
  language: Language | undefined
  asks: ProofKind
  door: string
  study: Study | undefined
}

async function look(by: Opening['by'], signal: AbortSignal): Promise<Looked> {
  const { result } = await callBare(sharedStudyCalls.look, by, { signal })
  sharedDoor.keep(result.door)
  const { centre, country_id: country, language, asks, door } = result
  const opened =
    result.is_proven === 1 ? await callBare(sharedStudyCalls.open, { door }, { signal }) : undefined
  return { centre, country, language, asks, door, study: opened?.result }
}

interface Asked {
  /** The number of the request that this response belongs to. */
  round: number
  looked?: Looked
  error?: Error
}

const NOTHING: Asked = { round: 0 }

function useLook(by: Opening['by']): Asked & { retry: () => void } {
  const [asked, setAsked] = useState<Asked>(NOTHING)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    look(by, left.signal).then(
      (looked) => setAsked({ round, looked }),
      (error: Error) => {
        if (!left.signal.aborted) setAsked({ round, error })
      },
    )
    return () => left.abort()
  }, [by, round])
  const retry = useCallback(() => {
    setAsked(NOTHING)
    setRound((now) => now + 1)
  }, [])
  return { ...asked, retry }
}
