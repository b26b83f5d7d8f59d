import { kindOfAddress } from '#domain/outgoing/address-kind.ts'
import { readHost } from '#domain/outgoing/host.ts'
import type { GivenPacs, PacsSettings } from '#server/features/pacs/save-pacs.ts'
import type { LoopbackPorts } from '#server/kernel/way-out/way-out.ts'

export interface PacsOptions {
  client: string
  branch: string | undefined
  /** Without the values that no option gives. */
  pacs: GivenPacs
}

/** Returns what to do before a server may call that host; undefined if it may be called already. */
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

/** Returns the command line's options with secrets from the environment. */
export function withSecrets(given: Given, environment: Readonly<Record<string, string | undefined>>): Given {
  // The variable may belong to another image server, so it is ignored without a token address.
  const ofTokens = given['token-url'] === undefined ? undefined : environment.READROOM_PACS_CLIENT_SECRET
  const password = given.password ?? environment.READROOM_PACS_PASSWORD
  const secret = given['client-secret'] ?? ofTokens
  return {
    ...given,
    ...(password !== undefined && { password }),
    ...(secret !== undefined && { 'client-secret': secret }),
  }
}

/** Parses the command line's options; throws with the missing or invalid one. */
export function readPacsOptions(given: Given): PacsOptions {
  const url = readUrl(needed(given, 'url'))
  if (given.on === true && given.off === true) throw new Error('Give --on or --off.')
  const taken = takenAway(given)
  const { type, user, viewer, 'poll-seconds': seconds } = textsOf(given)
  return {
    client: needed(given, 'client'),
    branch: textOf(given.branch),
    pacs: {
      name: needed(given, 'name'),
      db_host: url.hostname,
      db_port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      db_name: url.pathname.replace(/^\/+|\/+$/g, ''),
      use_tls: url.protocol === 'https:',
      ...(type !== undefined && { type: readType(type) }),
      ...(user !== undefined && { db_user: user, auth_kind: user === '' ? 'None' : 'Basic' }),
      ...plainOf(given),
      ...taken,
      ...readTokenGiver(given),
      ...(viewer !== undefined && { viewer_url: viewer }),
      ...(seconds !== undefined && { poll_seconds: readSeconds(seconds) }),
      ...((given.on === true || given.off === true) && { active: given.off !== true }),
    },
  }
}

/** Options that are stored unchanged. */
const PLAIN = {
  password: 'db_password',
  'client-id': 'oauth_client_id',
  'client-secret': 'oauth_client_secret',
  scope: 'oauth_scope',
} as const

/** Options that contain the text of a file, which ends with a newline; the form's text does not. */
const FILES = {
  'client-certificate': 'client_certificate',
  'client-key': 'client_key',
  'server-ca': 'server_ca',
} as const

function plainOf(given: Given): Partial<PacsSettings> {
  const found: Partial<PacsSettings> = {}
  const texts = textsOf(given)
  for (const [option, column] of Object.entries(PLAIN)) {
    const text = texts[option]
    if (text !== undefined) found[column] = text
  }
  for (const [option, column] of Object.entries(FILES)) {
    const text = texts[option]
    if (text !== undefined) found[column] = text.trim()
  }
  return found
}

/** Options that remove a stored value; each excludes the options that set it. */
const TAKEN: Readonly<Record<string, { columns: Partial<PacsSettings>; without: readonly string[] }>> = {
  'no-client-certificate': {
    columns: { client_certificate: '', client_key: '' },
    without: ['client-certificate', 'client-key'],
  },
  'no-server-ca': { columns: { server_ca: '' }, without: ['server-ca'] },
}

function takenAway(given: Given): Partial<PacsSettings> {
  let found: Partial<PacsSettings> = {}
  for (const [option, { columns, without }] of Object.entries(TAKEN)) {
    if (given[option] !== true) continue
    const both = without.find((name) => given[name] !== undefined)
    if (both !== undefined) throw new Error(`Give --${option} or --${both}.`)
    found = { ...found, ...columns }
  }
  return found
}

const textsOf = (given: Given): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)]))

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

function readTokenGiver(given: Given): Partial<PacsSettings> {
  const url = textOf(given['token-url'])
  const by = textOf(given['token-by'])
  if (url) checkTokenUrl(url)
  return {
    ...(url && { auth_kind: 'OAuth2', oauth_token_url: url }),
    ...(by !== undefined && { oauth_client_auth: readTokenBy(by) }),
  }
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
