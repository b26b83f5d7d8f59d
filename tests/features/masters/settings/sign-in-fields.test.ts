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
  [
    'OAuth2 without TLS: the token address may have a certificate of your own authority',
    { auth_kind: 'OAuth2' },
    ['db_user', 'db_password', 'client_certificate', 'client_key'],
  ],
  ['nothing', { auth_kind: 'None', use_tls: 1 }, ['db_user', 'db_password', ...OAUTH, 'client_key']],
  [
    'an index',
    { type: 'Lite_Postgres', auth_kind: 'OAuth2', client_certificate: 'PEM' },
    ['auth_kind', ...OAUTH, 'client_certificate', 'client_key', 'server_ca'],
  ],
])('%s leaves these fields out', (_, changes, idle) => {
  expect(idleFields({ ...web, ...changes })).toEqual(idle)
})

test('a required field has its star', () => {
  expect(Object.keys(neededFields(web))).toEqual(['db_user'])
  expect(Object.keys(neededFields({ ...web, auth_kind: 'OAuth2' }))).toEqual(OAUTH.slice(0, 3))
  expect(neededFields({ ...web, auth_kind: 'None' })).toEqual({})
  expect(Object.keys(neededFields({ ...web, type: 'Lite_Postgres', auth_kind: 'None' }))).toEqual(['db_user'])
})

const typed = {
  ...web,
  name: 'Main',
  db_user: 'reader',
  db_password: 'word',
  oauth_token_url: 'no address',
  oauth_client_id: 'us',
  oauth_client_secret: 'secret',
  oauth_scope: '',
  oauth_client_auth: 'client_secret_basic',
  client_certificate: 'PEM',
  client_key: 'KEY',
  server_ca: 'PEM',
}
const without = (names: readonly string[], changes: object) =>
  Object.fromEntries(Object.entries({ ...typed, ...changes }).filter(([name]) => !names.includes(name)))

test.each([
  ['user and password', { auth_kind: 'Basic' }, OAUTH],
  ['OAuth2', { auth_kind: 'OAuth2' }, ['db_user', 'db_password']],
  ['nothing', { auth_kind: 'None' }, ['db_user', 'db_password', ...OAUTH]],
])('%s sends no value of a hidden field', (_, changes, hidden) => {
  expect(tidySignIn({ ...typed, ...changes })).toEqual(without(hidden, changes))
})

test('a value that another type made void is not sent', () => {
  expect(tidySignIn({ ...typed, type: 'Lite_Postgres', auth_kind: 'OAuth2' })).toEqual(
    without([...OAUTH, 'client_key'], {
      type: 'Lite_Postgres',
      auth_kind: 'Basic',
      client_certificate: '',
      server_ca: '',
    }),
  )
  expect(tidySignIn({ ...web, auth_kind: null })).toEqual(web)
})
