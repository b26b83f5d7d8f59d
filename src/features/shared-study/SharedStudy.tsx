import '@mantine/core/styles.layer.css'
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { type SharedStudy as Study, sharedStudyCalls } from '#contract/calls/sharing.ts'
import type { ProofKind } from '#domain/sharing/proof.ts'
import { ProofForm } from '#src/parts/proof/ProofForm.tsx'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { SharedResults } from './SharedResults.tsx'
import { type SharedLink, sharedLink } from './shared-secret.ts'
import classes from './shared-study.module.css'
import { SHARED_WORDS as WORDS } from './words.ts'

/** What a stranger with a link sees: a question, then the examination. Nothing of it is kept on the device. */
export default function SharedStudy() {
  useDocumentTitle(WORDS.product)
  const link = sharedLink()
  return (
    <div className={classes.page}>
      <Paper className={classes.card}>
        <Stack>
          <Title order={1}>{WORDS.title}</Title>
          {link ? <LookedUp link={link} /> : <Alert color="orange">{WORDS.again}</Alert>}
        </Stack>
      </Paper>
    </div>
  )
}

interface Opened {
  study: Study
  answer: string
}

function LookedUp({ link }: { link: SharedLink }) {
  const { centre, asks, error, retry } = useLook(link.secret)
  const [opened, setOpened] = useState<Opened>()
  const open = async (answer: string) => {
    const { result } = await callBare(sharedStudyCalls.open, { secret: link.secret, answer }).catch(inWords)
    setOpened({ study: result, answer })
  }
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
  if (asks === undefined) return <Text role="status">{WORDS.loading}</Text>
  if (opened) return <SharedResults link={link} study={opened.study} answer={opened.answer} />
  return (
    <>
      <Text>{WORDS.from(centre)}</Text>
      <ProofForm asks={asks} onAnswer={open} />
    </>
  )
}

interface Looked {
  centre: string
  /** Which asking it answers. */
  round: number
  asks?: ProofKind
  error?: Error
}

const NOTHING: Looked = { centre: '', round: 0 }

function useLook(secret: string): Looked & { retry: () => void } {
  const [looked, setLooked] = useState<Looked>(NOTHING)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const asked = new AbortController()
    callBare(sharedStudyCalls.look, { secret }, { signal: asked.signal })
      .catch(inWords)
      .then(
        ({ result }) => setLooked({ ...result, round }),
        (error: Error) => {
          if (!asked.signal.aborted) setLooked({ centre: '', round, error })
        },
      )
    return () => asked.abort()
  }, [secret, round])
  const retry = useCallback(() => {
    setLooked(NOTHING)
    setRound((now) => now + 1)
  }, [])
  return { ...looked, retry }
}

function inWords(error: unknown): never {
  throw error instanceof OfflineError ? new Error(WORDS.offline) : error
}
