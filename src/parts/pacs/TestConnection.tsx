import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { type ConnectionTest, pacsCalls } from '#contract/calls/pacs.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { PACS_WORDS as WORDS } from './words.ts'

export interface TestConnectionProps {
  /** The form's values, saved or not. */
  values: Values
  /** The stored image server, whose password is used if it was not entered again. */
  id: string | undefined
  clientId: string | undefined
}

type Input = Parameters<typeof callApi<typeof pacsCalls.testConnection>>[1]

const ADDRESS = ['type', 'db_host', 'db_port', 'use_tls', 'db_user', 'db_name'] as const
const SIGN_IN = [
  'auth_kind',
  'oauth_token_url',
  'oauth_client_id',
  'oauth_scope',
  'oauth_client_auth',
  'client_certificate',
  'server_ca',
] as const
/** Secrets that were not entered again are left out: the stored ones are used. */
const SECRETS = ['db_password', 'oauth_client_secret', 'client_key'] as const

const given = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])))

/** Queries the image server with the form's values, and shows in words what works or what failed. */
export function TestConnection({ values, id, clientId }: TestConnectionProps) {
  const [found, setFound] = useState<{
    asked: string
    test: Pick<ConnectionTest, 'ok' | 'words'> & { ms?: number }
  }>()
  const [isTesting, setTesting] = useState(false)
  const address = Object.fromEntries(ADDRESS.map((name) => [name, values[name] ?? '']))
  const signIn = given(values, [...SIGN_IN, ...SECRETS])
  const asked = JSON.stringify([address, signIn])
  const isReady = Boolean(values.type && values.db_host && values.db_port)
  const test = async () => {
    setTesting(true)
    try {
      const { result } = await callApi(pacsCalls.testConnection, {
        ...address,
        use_tls: values.use_tls === 1 ? 1 : 0,
        ...signIn,
        ...(id !== undefined && { id }),
        ...(clientId !== undefined && { client_id: clientId }),
      } as Input)
      setFound({ asked, test: result })
    } catch (problem) {
      setFound({
        asked,
        test: { ok: 0, words: problem instanceof Error ? problem.message : String(problem) },
      })
    } finally {
      setTesting(false)
    }
  }
  // A result for other values says nothing about these.
  const current = found?.asked === asked ? found.test : undefined
  return (
    <Stack gap="xs" align="flex-start">
      <OnlineButton
        variant="default"
        loading={isTesting}
        refusal={isReady ? undefined : WORDS.testNeeds}
        onClick={() => void test()}
      >
        {WORDS.test}
      </OnlineButton>
      {current && (
        <Alert
          w="100%"
          variant="light"
          color={current.ok === 1 ? 'green' : 'red'}
          role={current.ok === 1 ? 'status' : 'alert'}
          title={current.ok === 1 ? WORDS.works : WORDS.fails}
        >
          {current.words} {current.ms !== undefined && WORDS.took(current.ms)}
        </Alert>
      )}
    </Stack>
  )
}
