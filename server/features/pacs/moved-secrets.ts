import { type Columns, type GoesTo, type Place, webOrigin } from '#server/kernel/keys/moved-secrets.ts'
import type { PacsSecret } from './pacs-secrets.ts'

/** How an image server is found; a name is the same in any letters. */
export const hostOf = ({ db_host, db_port }: Columns): string =>
  `${typeof db_host === 'string' ? db_host.trim().toLowerCase() : ''} ${Number(db_port)}`

/** Whether what is sent is encrypted: a secret that was entered for one way does not go the other one. */
export const tlsOf = ({ use_tls }: Columns): string => String(Number(use_tls))

const HOST: Place = { of: hostOf, word: 'the host is another one' }
const TLS: Place = { of: tlsOf, word: 'TLS is switched on or off' }
const originAt = (name: string): Place => ({
  of: (columns) => webOrigin(columns[name]),
  word: 'the token address is another one',
})

/** Where each stored secret of an image server, or what it is exchanged for, goes to. */
export const PACS_GOES_TO: GoesTo<PacsSecret> = {
  db_password: [HOST, TLS],
  oauth_client_secret: [originAt('oauth_token_url'), HOST, TLS],
  client_key: [HOST, TLS],
  token_auth_pwd: [originAt('token_generate_endpoint')],
}
