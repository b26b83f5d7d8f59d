import { expect, test } from 'vitest'
import { idleFields, neededFields, tidySignIn } from '#src/parts/pacs/sign-in-fields.ts'

const OAUTH = [
  'oauth_token_url',
  'oauth_client_id',
  'oauth_client_secret',
  'oauth_scope',
  'oauth_client_auth',
]
const web = {
  type: 'Basic',
  auth_kind: 'Basic',
  use_tls: 0,
  client_certificate: '',
  client_key: '',
  server_ca: '',
}

test.each([
  ['user and password', {}, [...OAUTH, 'client_certificate', 'server_ca', 'client_key']],
  [
    'a choice that was taken back',
    { auth_kind: null },
    [...OAUTH, 'client_certificate', 'server_ca', 'client_key'],
  ],
  ['with TLS', { use_tls: 1 }, [...OAUTH, 'client_key']],
  ['a certificate', { use_tls: 1, client_certificate: 'PEM' }, OAUTH],
  [
    'a certificate whose TLS was switched off stays in sight',
    { client_certificate: 'PEM' },
    [...OAUTH, 'server_ca'],
  ],
  ['OAuth2', { auth_kind: 'OAuth2', use_tls: 1 }, ['db_user', 'db_password', 'client_key']],
  ['nothing', { auth_kind: 'None', use_tls: 1 }, ['db_user', 'db_password', ...OAUTH, 'client_key']],
  [
    'an index',
    { type: 'Lite_Postgres', auth_kind: 'OAuth2', client_certificate: 'PEM' },
    ['auth_kind', ...OAUTH, 'client_certificate', 'client_key', 'server_ca'],
  ],
])('%s leaves these fields out', (_, changes, idle) => {
  expect(idleFields({ ...web, ...changes })).toEqual(idle)
})

test('what is needed has its star', () => {
  expect(Object.keys(neededFields(web))).toEqual(['db_user'])
  expect(Object.keys(neededFields({ ...web, auth_kind: 'OAuth2' }))).toEqual(OAUTH.slice(0, 3))
  expect(neededFields({ ...web, auth_kind: 'None' })).toEqual({})
  expect(Object.keys(neededFields({ ...web, type: 'Lite_Postgres', auth_kind: 'None' }))).toEqual(['db_user'])
})

test('what another type has made void is not sent', () => {
  const typed = {
    ...web,
    auth_kind: 'OAuth2',
    client_certificate: 'PEM',
    client_key: 'KEY',
    server_ca: 'PEM',
  }
  expect(tidySignIn(typed)).toEqual(typed)
  const { client_key: _, ...others } = typed
  expect(tidySignIn({ ...typed, type: 'Lite_Postgres' })).toEqual({
    ...others,
    type: 'Lite_Postgres',
    auth_kind: 'Basic',
    client_certificate: '',
    server_ca: '',
  })
  expect(tidySignIn({ ...web, auth_kind: null })).toEqual(web)
})
