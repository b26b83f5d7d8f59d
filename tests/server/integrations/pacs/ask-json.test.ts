import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askJson } from '#server/integrations/pacs/ask-json.ts'
import { LOOPBACK_WAY_OUT } from '#tests/helpers/network/way-out.ts'
import { startFakeServer } from '../../features/pacs/pacs-fixture.ts'

const giver = {
  tokenUrl: 'http://127.0.0.1/token',
  clientId: 'us',
  clientSecret: 'word',
  scope: '',
  by: 'client_secret_basic',
  identity: { certificate: '', key: '', ca: '' },
  ownerId: 'client',
} as const
const never = new AbortController().signal

test('a slow token leaves the image server its full time', async () => {
  const server = await startFakeServer((_, response) => response.end('[1]'))
  const take = () => wait(600, 'token')
  const settings = {
    url: `http://127.0.0.1:${server.port}`,
    account: { kind: 'oauth', giver, take },
    tls: undefined,
    out: LOOPBACK_WAY_OUT,
  } as const
  expect(await askJson(settings, { path: '/studies', answerMs: 500, signal: never })).toEqual([1])
  const stop = new AbortController()
  const left = askJson(settings, { path: '/studies', answerMs: 500, signal: stop.signal })
  stop.abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  await server.close()
})

test('a silent image server times out', async () => {
  const server = await startFakeServer(() => undefined)
  const settings = {
    url: `http://127.0.0.1:${server.port}`,
    account: { kind: 'none' },
    tls: undefined,
    out: LOOPBACK_WAY_OUT,
  } as const
  await expect(askJson(settings, { path: '/studies', answerMs: 100, signal: never })).rejects.toMatchObject({
    fault: 'down',
    message: 'The image server did not answer.',
  })
  await server.close()
})
