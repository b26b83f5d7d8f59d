import { PACS_SECRETS, type PacsSecret } from './pacs-secrets.ts'

type Columns = Readonly<Record<string, unknown>>

/** A place that a secret goes to: the same value is the same place. */
interface Place {
  of: (columns: Columns) => string
  word: string
}

/** How an image server is found; a name is the same in any letters. */
export const hostOf = ({ db_host, db_port }: Columns): string =>
  `${typeof db_host === 'string' ? db_host.trim().toLowerCase() : ''} ${Number(db_port)}`

const HOST: Place = { of: hostOf, word: 'the host is another one' }
const originAt = (name: string): Place => ({
  of: (columns) => originOf(columns[name]),
  word: 'the token address is another one',
})

/** Where each stored secret, or what it is exchanged for, goes to. */
const GOES_TO: Readonly<Record<PacsSecret, readonly Place[]>> = {
  db_password: [HOST],
  oauth_client_secret: [originAt('oauth_token_url'), HOST],
  client_key: [HOST],
  token_auth_pwd: [originAt('token_generate_endpoint')],
}

/**
 * The stored secrets that are not entered anew although they would go to another place than the one that they were entered
 * for, each with the rule that is broken. Whether they are used makes no difference: they may be used later.
 */
export function movedSecrets(
  before: Columns,
  after: Columns,
  isEntered: (name: PacsSecret) => boolean,
): { name: PacsSecret; rule: string }[] {
  return PACS_SECRETS.flatMap((name) => {
    if (before[name] === '' || isEntered(name)) return []
    const place = GOES_TO[name].find(({ of }) => of(before) !== of(after))
    return place ? [{ name, rule: `must be entered again: ${place.word}` }] : []
  })
}

/** Scheme, name and port of an address; empty where it is none. */
export const originOf = (address: unknown): string =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : ''
