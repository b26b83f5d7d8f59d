import { kindOfAddress } from '#domain/outgoing/address-kind.ts'
import { readHost } from '#domain/outgoing/host.ts'
import type { PacsSettings } from '#server/features/pacs/save-pacs.ts'
import type { LoopbackPorts } from '#server/kernel/way-out/way-out.ts'

export interface PacsOptions {
  client: string
  branch: string | undefined
  pacs: PacsSettings
}

/** What to do before a server calls that host; undefined where it is called without more. */
export function reachHint(
  { db_host, db_port }: PacsOptions['pacs'],
  loopback: LoopbackPorts,
): string | undefined {
  const kind = /^localhost\.?$/i.test(db_host) ? 'loopback' : kindOfAddress(readHost(db_host) ?? '')
  if (kind === 'loopback' && loopback !== 'all' && !loopback.includes(db_port))
    return `The server asks this machine at ports that it is told of: start it with READROOM_LOOPBACK=${db_port}.`
  if (kind === 'private')
    return 'The address is private: the client must be allowed to call such addresses (the platform’s form of the client).'
  return undefined
}

type Given = Readonly<Record<string, string | boolean | undefined>>

/** The words of the command line with what the environment holds of secrets. */
export function withSecrets(given: Given, environment: Readonly<Record<string, string | undefined>>): Given {
  // Set for another image server, it says nothing of this one.
  const ofTokens = given['token-url'] === undefined ? undefined : environment.READROOM_PACS_CLIENT_SECRET
  const password = given.password ?? environment.READROOM_PACS_PASSWORD
  const secret = given['client-secret'] ?? ofTokens
  return {
    ...given,
    ...(password !== undefined && { password }),
    ...(secret !== undefined && { 'client-secret': secret }),
  }
}

/** Reads the words of the command line; throws with what is missing or makes no sense. */
export function readPacsOptions(given: Given): PacsOptions {
  const url = readUrl(needed(given, 'url'))
  const user = textOf(given.user) ?? ''
  return {
    client: needed(given, 'client'),
    branch: textOf(given.branch),
    pacs: {
      name: needed(given, 'name'),
      type: readType(textOf(given.type) ?? 'Basic'),
      db_host: url.hostname,
      db_port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      db_name: url.pathname.replace(/^\/+|\/+$/g, ''),
      use_tls: url.protocol === 'https:',
      db_user: user,
      db_password: textOf(given.password) ?? '',
      ...readTokenGiver(given, user),
      // A file ends with a newline, the form's text does not.
      client_certificate: textOf(given['client-certificate'])?.trim() ?? '',
      client_key: textOf(given['client-key'])?.trim() ?? '',
      server_ca: textOf(given['server-ca'])?.trim() ?? '',
      viewer_url: textOf(given.viewer) ?? '',
      poll_seconds: readSeconds(textOf(given['poll-seconds']) ?? '5'),
      active: given.off !== true,
    },
  }
}

const textOf = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

function needed(given: Given, name: string): string {
  const value = textOf(given[name])?.trim()
  if (!value) throw new Error(`--${name} is missing.`)
  return value
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('--url must be an address such as http://127.0.0.1:8042/dicom-web')
  if (url.username || url.password)
    throw new Error('Give the user and the password by --user and --password.')
  return url
}

function readTokenGiver(given: Given, user: string) {
  const url = textOf(given['token-url']) ?? ''
  if (url === '' && ['client-id', 'client-secret', 'scope', 'token-by'].some((name) => textOf(given[name])))
    throw new Error('--token-url is missing: client id, secret and scope are for it.')
  if (url !== '') checkTokenUrl(url)
  return {
    auth_kind: url === '' ? (user === '' ? 'None' : 'Basic') : 'OAuth2',
    oauth_token_url: url,
    oauth_client_id: textOf(given['client-id']) ?? '',
    oauth_client_secret: textOf(given['client-secret']) ?? '',
    oauth_scope: textOf(given.scope) ?? '',
    oauth_client_auth: readTokenBy(textOf(given['token-by']) ?? 'basic'),
  } as const
}

function checkTokenUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('--token-url must be an address such as https://login.example/token')
  if (url.username || url.password)
    throw new Error('Give the client id and its secret by --client-id and --client-secret.')
}

function readTokenBy(text: string): PacsSettings['oauth_client_auth'] {
  if (text === 'basic' || text === 'post') return `client_secret_${text}`
  throw new Error('--token-by must be basic or post.')
}

function readType(text: string): PacsSettings['type'] {
  if (text === 'Basic' || text === 'Premium') return text
  throw new Error('--type must be Basic or Premium.')
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 3600)
    throw new Error('--poll-seconds must be between 1 and 3600.')
  return seconds
}
