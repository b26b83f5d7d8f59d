import '@mantine/core/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { type ConfirmedCritical, publicCriticalCalls } from '#contract/calls/critical-links.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { PublicPage } from '#src/ui/PublicPage.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ConfirmedResult } from './ConfirmedResult.tsx'
import { criticalSecret, keepCriticalSecret } from './critical-secret.ts'
import { CONFIRM_WORDS as WORDS } from './words.ts'

type Looked = OutputOf<typeof publicCriticalCalls.look>['result']

/**
 * The page behind a referrer's link: shows the sender and a button, then the result. Stores nothing on the
 * device.
 */
export default function ConfirmCritical() {
  useDocumentTitle(WORDS.product)
  const secret = useSecret()
  return (
    <PublicPage maxWidth={520}>
      <Title order={1}>{WORDS.title}</Title>
      {secret === undefined ? (
        <Alert color="orange">{WORDS.again}</Alert>
      ) : (
        <Link key={secret} secret={secret} />
      )}
    </PublicPage>
  )
}

/** Returns the secret of the link; also follows a link that is opened in this page later. */
function useSecret(): string | undefined {
  const [secret, setSecret] = useState(criticalSecret)
  useEffect(() => {
    const take = () => {
      keepCriticalSecret()
      setSecret(criticalSecret())
    }
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return secret
}

function Link({ secret }: { secret: string }) {
  const { looked, error, retry } = useLook(secret)
  // Only this page may repeat the request if the response was lost; no other page can.
  const [page] = useState(() => crypto.randomUUID())
  const [result, setResult] = useState<ConfirmedCritical>()
  const [box, act] = useAct()
  const confirm = () =>
    void act.run(async () => {
      setResult((await callBare(publicCriticalCalls.confirm, { secret, page })).result)
    })
  if (result) return <ConfirmedResult result={result} />
  if (error) return <Failed error={error} onRetry={retry} />
  if (!looked) return <Text role="status">{WORDS.loading}</Text>
  return (
    <Stack ref={box}>
      <Text>{WORDS.from(looked.centre, looked.sent_by, looked.name)}</Text>
      <Text>{WORDS.ask}</Text>
      {act.problem && (
        <Alert color="red" role="alert" title={WORDS.failed}>
          {act.problem.message}
        </Alert>
      )}
      <Button size="md" loading={act.isBusy} onClick={confirm}>
        {WORDS.confirm}
      </Button>
    </Stack>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert color="red" role="alert" title={WORDS.failed}>
      <Stack align="flex-start">
        <Text>{error.message}</Text>
        <Button variant="default" size="xs" onClick={onRetry}>
          {WORDS.retry}
        </Button>
      </Stack>
    </Alert>
  )
}

function useLook(secret: string): { looked?: Looked; error?: Error; retry: () => void } {
  const [answer, setAnswer] = useState<{ looked?: Looked; error?: Error }>({})
  // Each attempt is a separate object.
  const [asked, setAsked] = useState({ secret })
  useEffect(() => {
    const left = new AbortController()
    callBare(publicCriticalCalls.look, asked, { signal: left.signal }).then(
      ({ result }) => setAnswer({ looked: result }),
      (error: Error) => {
        if (!left.signal.aborted) setAnswer({ error })
      },
    )
    return () => left.abort()
  }, [asked])
  const retry = useCallback(() => {
    setAnswer({})
    setAsked({ secret })
  }, [secret])
  return { ...answer, retry }
}
