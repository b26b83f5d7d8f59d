import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { openPacs } from '#server/features/pacs/public/open-pacs.ts'
import { findClientByName, type GivenPacs, savePacs } from '#server/features/pacs/save-pacs.ts'
import { issue, makeTestAuthority } from '#tests/helpers/network/test-certificates.ts'
import { reachHint, readPacsOptions, withSecrets } from '../../../../scripts/lib/pacs-options.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const given = { client: 'Sanjeevani', name: 'Main', url: 'https://pacs.example:8443/dicom-web/' }

test('command line options become settings', () => {
  expect(readPacsOptions({ ...given, user: 'u', password: 'p', off: true }).pacs).toEqual({
    name: 'Main',
    db_host: 'pacs.example',
    db_port: 8443,
    db_name: 'dicom-web',
    use_tls: true,
    db_user: 'u',
    db_password: 'p',
    auth_kind: 'Basic',
    active: false,
  } satisfies GivenPacs)
  expect(() => readPacsOptions({ ...given, on: true, off: true })).toThrow('Give --on or --off.')
  expect(readPacsOptions({ ...given, url: 'http://pacs.example/wado' }).pacs.db_port).toBe(80)
})

test.each([
  [{ ...given, url: undefined }, '--url is missing.'],
  [{ ...given, url: 'pacs.example' }, '--url must be an address'],
  [{ ...given, url: 'http://u:p@pacs.example/' }, 'by --user and --password'],
  [{ ...given, type: 'Lite_Postgres' }, '--type must be'],
  [{ ...given, 'poll-seconds': '0' }, '--poll-seconds must be'],
  [{ ...given, 'token-url': 'https://t.example/', 'token-by': 'letter' }, '--token-by must be'],
  [{ ...given, 'token-url': 'login.example' }, '--token-url must be an address'],
  [{ ...given, 'token-url': 'https://us:word@login.example/' }, 'by --client-id and --client-secret'],
])('what makes no sense is refused in words', (words, message) => {
  expect(() => readPacsOptions(words)).toThrow(message)
})

test('an image server is added once, then changed, and its branch uses it', async () => {
  const clientId = await findClientByName(server.db.migrationUrl, SANJEEVANI.name.toUpperCase())
  expect(clientId).toBe(SANJEEVANI.id)
  const { pacs } = readPacsOptions({ ...given, user: 'u', password: 'image secret' })
  const { kernel } = server.app
  expect(await savePacs(kernel, clientId, pacs, 'Sanjeevani Kothrud')).toBe('added')
  expect(await savePacs(kernel, clientId, { ...pacs, poll_seconds: 9 }, undefined)).toBe('changed')
  const { rows, branch } = await server.db.database.tenant(clientId, async (tx) => ({
    rows: await tx.selectFrom('pacs').selectAll().where('name', '=', 'Main').execute(),
    branch: await tx
      .selectFrom('branch')
      .selectAll()
      .where('name', '=', 'Sanjeevani Kothrud')
      .executeTakeFirstOrThrow(),
  }))
  expect(rows).toMatchObject([{ poll_seconds: 9, rev: 2, active: true }])
  expect(JSON.stringify(rows)).not.toContain('image secret')
  const [stored] = rows
  expect(stored && (await openPacs(kernel.secrets, stored)).db_password).toBe('image secret')
  expect(branch.pacs_id).toBe(rows[0]?.id)
})

test('a change leaves all settings without an option unchanged, including those of the form', async () => {
  const { kernel } = server.app
  const say = (options: Record<string, string | boolean>) =>
    savePacs(kernel, SANJEEVANI.id, readPacsOptions({ ...given, name: 'Kept', ...options }).pacs, undefined)
  const stored = async () => {
    const [row] = await server.db.database.tenant(SANJEEVANI.id, (tx) =>
      tx.selectFrom('pacs').selectAll().where('name', '=', 'Kept').execute(),
    )
    if (!row) throw new Error('it is not there')
    const { rev: _, ...rest } = row
    return rest
  }
  const byUser = { user: 'u', password: 'image secret', viewer: 'https://viewer.example/', type: 'Premium' }
  await say({ ...byUser, 'poll-seconds': '30', off: true })
  const before = await stored()
  expect(await say({})).toBe('changed')
  expect(await stored()).toEqual(before)
  await say({ 'poll-seconds': '9' })
  expect(await stored()).toEqual({ ...before, poll_seconds: 9 })
  const byToken = { 'token-url': 'https://login.example/token', 'client-id': 'us', 'client-secret': 'word' }
  await say({ ...byToken, scope: 'dicom', 'token-by': 'post' })
  const signedIn = await stored()
  expect(signedIn).toMatchObject({ auth_kind: 'OAuth2', db_user: 'u', db_password: before.db_password })
  await say({ type: 'Basic' })
  expect(await stored()).toEqual({ ...signedIn, type: 'Basic' })
  await say({ scope: 'dicom.all' })
  expect(await stored()).toEqual({ ...signedIn, type: 'Basic', oauth_scope: 'dicom.all' })
  // This call does not send a stored secret to another address either.
  await expect(say({ url: 'https://elsewhere.example/dicom-web' })).rejects.toThrow(
    '--client-secret must be entered again: the host is another one.',
  )
  await expect(say({ 'token-url': 'https://other.example/token' })).rejects.toThrow(
    '--client-secret must be entered again: the token address is another one.',
  )
})

test('texts of files lose their final newline', () => {
  const files = { 'client-certificate': 'PEM\n', 'client-key': 'KEY\r\n', 'server-ca': ' CA\n\n' }
  expect(readPacsOptions({ ...given, ...files }).pacs).toMatchObject({
    client_certificate: 'PEM',
    client_key: 'KEY',
    server_ca: 'CA',
  })
})

test('a client certificate and the centre’s own authority are removed by separate options', async () => {
  const { kernel } = server.app
  const authority = await makeTestAuthority()
  const shown = await issue(authority, 'readroom')
  const say = (options: Record<string, string | boolean>) =>
    savePacs(kernel, SANJEEVANI.id, readPacsOptions({ ...given, name: 'Shown', ...options }).pacs, undefined)
  const stored = () =>
    server.db.database.tenant(SANJEEVANI.id, (tx) =>
      tx.selectFrom('pacs').selectAll().where('name', '=', 'Shown').executeTakeFirstOrThrow(),
    )
  await say({ 'client-certificate': shown.cert, 'client-key': shown.key, 'server-ca': authority.cert })
  const before = await stored()
  expect(before).toMatchObject({
    client_certificate_subject: 'CN=readroom',
    client_key: expect.stringMatching(/^\$sealed/),
  })
  await say({ 'no-client-certificate': true })
  const without = {
    client_certificate: '',
    client_key: '',
    client_key_print: '',
    client_certificate_subject: '',
    client_certificate_expires: null,
  }
  expect(await stored()).toEqual({ ...before, ...without, rev: 2 })
  await say({ 'no-server-ca': true })
  expect(await stored()).toEqual({ ...before, ...without, server_ca: '', rev: 3 })
  // Removing what is not stored causes no error.
  expect(await say({ 'no-client-certificate': true, 'no-server-ca': true })).toBe('changed')
})

test.each([
  ['no-client-certificate', 'client-certificate'],
  ['no-client-certificate', 'client-key'],
  ['no-server-ca', 'server-ca'],
])('--%s goes without --%s', (taken, anew) => {
  expect(() => readPacsOptions({ ...given, [taken]: true, [anew]: 'PEM' })).toThrow(
    `Give --${taken} or --${anew}.`,
  )
})

test('the client secret of the environment counts only beside a token address', () => {
  const environment = { READROOM_PACS_CLIENT_SECRET: 'word', READROOM_PACS_PASSWORD: 'pass' }
  expect(withSecrets(given, environment)).toEqual({ ...given, password: 'pass' })
  const byToken = { ...given, 'token-url': 'https://login.example/token', password: 'typed' }
  expect(withSecrets(byToken, environment)).toEqual({ ...byToken, 'client-secret': 'word' })
})

test('values with which the server could not sign in are refused by the option’s name', async () => {
  const said = (options: Record<string, string>) =>
    savePacs(
      server.app.kernel,
      SANJEEVANI.id,
      readPacsOptions({ ...given, name: 'Refused', ...options }).pacs,
      undefined,
    )
  const byToken = { 'token-url': 'https://login.example/token', 'client-id': 'us' }
  await expect(said({ 'client-id': 'us' })).rejects.toThrow('--token-url is missing')
  await expect(said(byToken)).rejects.toThrow('--client-secret is required with OAuth2 client credentials.')
  await expect(said({ 'server-ca': 'x' })).rejects.toThrow('--server-ca is not a certificate in PEM form')
})

test('an unknown client or branch is named and nothing is added', async () => {
  await expect(findClientByName(server.db.migrationUrl, 'Nobody')).rejects.toThrow(
    'There is no client Nobody. Known:',
  )
  const { pacs } = readPacsOptions({ ...given, name: 'Other' })
  await expect(savePacs(server.app.kernel, SANJEEVANI.id, pacs, 'Nowhere')).rejects.toThrow(
    'no branch Nowhere',
  )
  const others = await server.db.database.tenant(SANJEEVANI.id, (tx) =>
    tx.selectFrom('pacs').select('id').where('name', '=', 'Other').execute(),
  )
  expect(others).toEqual([])
})

test.each([
  ['http://127.0.0.1:8042/dicom-web', [], /READROOM_LOOPBACK=8042/],
  ['http://localhost:8042/dicom-web', [], /READROOM_LOOPBACK=8042/],
  ['http://127.0.0.1:8042/dicom-web', [8042], undefined],
  ['http://10.0.0.5:8042/dicom-web', [], /the client must be allowed/],
  ['https://pacs.example/dicom-web', [], undefined],
] as const)('who names %s is told what is missing before it is called', (url, ports, words) => {
  const hint = reachHint(readPacsOptions({ ...given, url }).pacs, ports)
  if (words === undefined) expect(hint).toBeUndefined()
  else expect(hint).toMatch(words)
})
