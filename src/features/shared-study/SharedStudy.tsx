import '@mantine/core/styles.layer.css'
import '#src/ui/fonts/screen-fonts.css'
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { type SharedStudy as Study, sharedStudyCalls } from '#contract/calls/sharing.ts'
import type { ProofKind } from '#domain/sharing/proof.ts'
import { ProofForm } from '#src/parts/proof/ProofForm.tsx'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { LinkDoor } from '#src/sync/api/link-door.ts'
import { WeekendCountryProvider } from '#src/ui/dates/use-weekend.ts'
import { SharedResults } from './SharedResults.tsx'
import { type SharedLink, sharedLink } from './shared-secret.ts'
import classes from './shared-study.module.css'
import { SHARED_WORDS as WORDS } from './words.ts'

/** The session of this tab's link: a reload goes on with it. */
const sharedDoor = new LinkDoor('shared-study')

/** What a stranger with a link sees: a question, then the examination. Nothing of it is kept on the device. */
export default function SharedStudy() {
  useDocumentTitle(WORDS.product)
  const [opening] = useState(() => openingOf(sharedLink(), sharedDoor.find()))
  return (
    <div className={classes.page}>
      <Paper className={classes.card}>
        <Stack>
          <Title order={1}>{WORDS.title}</Title>
          {opening ? <LookedUp {...opening} /> : <Alert color="orange">{WORDS.again}</Alert>}
        </Stack>
      </Paper>
    </div>
  )
}

/** What this page opens with: a link's secret, or the session that a reloaded page goes on with. */
interface Opening {
  by: { secret: string } | { door: string }
  toReport: boolean
}

function openingOf(link: SharedLink | undefined, door: string | undefined): Opening | undefined {
  if (link) return { by: { secret: link.secret }, toReport: link.toReport }
  return door === undefined ? undefined : { by: { door }, toReport: false }
}

function LookedUp({ by, toReport }: Opening) {
  const { looked, error, retry } = useLook(by)
  const [answered, setAnswered] = useState<Study>()
  if (error)
    return (
      <Alert color="red" role="alert" title={WORDS.failed}>
        <Stack align="flex-start">
          <Text>{error.message}</Text>
          <Button variant="default" size="xs" onClick={retry}>
            {WORDS.retry}
          </Button>
        </Stack>
      </Alert>
    )
  if (!looked) return <Text role="status">{WORDS.loading}</Text>
  const study = answered ?? looked.study
  if (study) return <SharedResults door={looked.door} study={study} toReport={toReport} />
  const answer = async (text: string) =>
    setAnswered(
      (await callBare(sharedStudyCalls.open, { door: looked.door, answer: text }).catch(inWords)).result,
    )
  return (
    <>
      <Text>{WORDS.from(looked.centre)}</Text>
      <WeekendCountryProvider value={looked.country}>
        <ProofForm asks={looked.asks} onAnswer={answer} />
      </WeekendCountryProvider>
    </>
  )
}

/** What was found behind the link; with the study where this browser has answered already. */
interface Looked {
  centre: string
  /** Of the centre (an id of domain/masters/countries.ts). */
  country: number | undefined
  asks: ProofKind
  door: string
  study: Study | undefined
}

async function look(by: Opening['by'], signal: AbortSignal): Promise<Looked> {
  const { result } = await callBare(sharedStudyCalls.look, by, { signal })
  sharedDoor.keep(result.door)
  const { centre, country_id: country, asks, door } = result
  const opened =
    result.is_proven === 1 ? await callBare(sharedStudyCalls.open, { door }, { signal }) : undefined
  return { centre, country, asks, door, study: opened?.result }
}

interface Asked {
  /** Which asking it answers. */
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
    look(by, left.signal)
      .catch(inWords)
      .then(
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

function inWords(error: unknown): never {
  throw error instanceof OfflineError ? new Error(WORDS.offline) : error
}
