import { type Columns, type Destination, type GoesTo, webOrigin } from '#server/kernel/keys/moved-secrets.ts'
import type { PacsSecret } from './pacs-secrets.ts'

/** Returns host and port of an image server; the host name is case-insensitive. */
export const hostOf = ({ db_host, db_port }: Columns): string =>
  `${typeof db_host === 'string' ? db_host.trim().toLowerCase() : ''} ${Number(db_port)}`

/** Returns whether the transport is encrypted: a secret entered for one transport must not be sent over the other. */
export const tlsOf = ({ use_tls }: Columns): string => String(Number(use_tls))

const HOST: Destination = { of: hostOf, word: 'the host is another one' }
const TLS: Destination = { of: tlsOf, word: 'TLS is switched on or off' }
const originAt = (name: string): Destination => ({
  of: (columns) => webOrigin(columns[name]),
  word: 'the token address is another one',
})

/** The destinations of each stored secret of an image server, or of the token that it is exchanged for. */
export const PACS_GOES_TO: GoesTo<PacsSecret> = {
  db_password: [HOST, TLS],
  oauth_client_secret: [originAt('oauth_token_url'), HOST, TLS],
  client_key: [HOST, TLS],
  token_auth_pwd: [originAt('token_generate_endpoint')],
}
