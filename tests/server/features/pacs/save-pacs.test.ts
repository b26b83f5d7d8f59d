import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { openPacs } from '#server/features/pacs/open-pacs.ts'
import { findClientByName, type PacsSettings, savePacs } from '#server/features/pacs/save-pacs.ts'
import { reachHint, readPacsOptions, withSecrets } from '../../../../scripts/lib/pacs-options.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const given = { client: 'Sanjeevani', name: 'Main', url: 'https://pacs.example:8443/dicom-web/' }

test('the words of the command line become settings', () => {
  expect(readPacsOptions({ ...given, user: 'u', password: 'p', off: true }).pacs).toEqual({
    name: 'Main',
    type: 'Basic',
    db_host: 'pacs.example',
    db_port: 8443,
    db_name: 'dicom-web',
    use_tls: true,
    db_user: 'u',
    db_password: 'p',
    auth_kind: 'Basic',
    oauth_token_url: '',
    oauth_client_id: '',
    oauth_client_secret: '',
    oauth_scope: '',
    oauth_client_auth: 'client_secret_basic',
    client_certificate: '',
    client_key: '',
    server_ca: '',
    viewer_url: '',
    poll_seconds: 5,
    active: false,
  } satisfies PacsSettings)
  expect(readPacsOptions({ ...given, url: 'http://pacs.example/wado' }).pacs.db_port).toBe(80)
})

test.each([
  [{ ...given, url: undefined }, '--url is missing.'],
  [{ ...given, url: 'pacs.example' }, '--url must be an address'],
  [{ ...given, url: 'http://u:p@pacs.example/' }, 'by --user and --password'],
  [{ ...given, type: 'Lite_Postgres' }, '--type must be'],
  [{ ...given, 'poll-seconds': '0' }, '--poll-seconds must be'],
  [{ ...given, 'client-id': 'us' }, '--token-url is missing'],
  [{ ...given, 'token-url': 'https://t.example/', 'token-by': 'letter' }, '--token-by must be'],
  [{ ...given, 'token-url': 'login.example' }, '--token-url must be an address'],
  [{ ...given, 'token-url': 'https://us:word@login.example/' }, 'by --client-id and --client-secret'],
])('what makes no sense is refused in words', (words, message) => {
  expect(() => readPacsOptions(words)).toThrow(message)
})

test('an image server is added once, then changed, and its branch comes to name it', async () => {
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

test('texts of files lose the newline at their end', () => {
  const files = { 'client-certificate': 'PEM\n', 'client-key': 'KEY\r\n', 'server-ca': ' CA\n\n' }
  expect(readPacsOptions({ ...given, ...files }).pacs).toMatchObject({
    client_certificate: 'PEM',
    client_key: 'KEY',
    server_ca: 'CA',
  })
})

test('the client secret of the environment counts beside a token address alone', () => {
  const environment = { READROOM_PACS_CLIENT_SECRET: 'word', READROOM_PACS_PASSWORD: 'pass' }
  expect(withSecrets(given, environment)).toEqual({ ...given, password: 'pass' })
  const byToken = { ...given, 'token-url': 'https://login.example/token', password: 'typed' }
  expect(withSecrets(byToken, environment)).toEqual({ ...byToken, 'client-secret': 'word' })
})

test('what the server could not sign in by is refused by the option’s name', async () => {
  const said = (options: Record<string, string>) =>
    savePacs(
      server.app.kernel,
      SANJEEVANI.id,
      readPacsOptions({ ...given, name: 'Refused', ...options }).pacs,
      undefined,
    )
  const byToken = { 'token-url': 'https://login.example/token', 'client-id': 'us' }
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
