import type { SecureContext } from 'node:tls'
import { formatDay } from '#domain/time/formats.ts'
import { makeTlsContext, type TlsIdentity, tlsContextOf } from '#server/kernel/way-out/tls-identity.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { readCertificates } from './client-certificate.ts'
import { openDcm4cheeIndex } from './dcm4chee-index.ts'
import { openDicomWeb } from './dicomweb.ts'
import {
  type ImageServer,
  type ImageServerAccount,
  ImageServerError,
  type ImageServerSettings,
} from './image-server.ts'
import { createTokenStore, type TakeToken } from './token-store.ts'

/** The settings that say how an image server is reached (docs/masters.md#image-servers-and-branches). */
export interface PacsAddress {
  /** The client that owns it. */
  client_id: string
  type: string
  use_tls: boolean
  db_host: string
  db_port: number
  db_name: string
  db_user: string
  db_password: string
  /** One of AUTH_KINDS. */
  auth_kind: string
  oauth_token_url: string
  oauth_client_id: string
  oauth_client_secret: string
  oauth_scope: string
  oauth_client_auth: string
  /** PEM; empty without a certificate. */
  client_certificate: string
  client_key: string
  /** PEM of additional trusted authorities; may be empty. */
  server_ca: string
}

/** The kinds of image server: the first two speak DICOMweb, of the third the index is read (docs/studies.md). */
export const PACS_TYPES = ['Basic', 'Premium', 'Lite_Postgres'] as const

/** Data kept between two requests: tokens and TLS contexts. */
export interface Kept {
  take: TakeToken
  contextOf: (identity: TlsIdentity) => SecureContext | undefined
}

const SHARED: Kept = { take: createTokenStore(), contextOf: tlsContextOf }

/** Returns an empty store, for a test of settings that were just entered. */
export const keepNothing = (): Kept => ({ take: createTokenStore(), contextOf: makeTlsContext })

/**
 * Returns the adapter of an image server, by its kind, with its client's outgoing connection rules. Throws
 * ImageServerError if its client certificate has expired.
 */
export function openImageServer(pacs: PacsAddress, out: WayOut, kept: Kept = SHARED): ImageServer {
  return pacs.type === 'Lite_Postgres'
    ? openDcm4cheeIndex({ ...indexOf(pacs), out })
    : openDicomWeb(webSettingsOf(pacs, out, kept))
}

/**
 * Returns the DICOMweb root of a server of kinds Basic and Premium, with its sign-in; throws as openImageServer does.
 */
export function webSettingsOf(pacs: PacsAddress, out: WayOut, kept: Kept = SHARED): ImageServerSettings {
  const path = pacs.db_name.replace(/^\/+|\/+$/g, '')
  return {
    url: `${pacs.use_tls ? 'https' : 'http'}://${hostInUrl(pacs.db_host)}:${pacs.db_port}/${path}`,
    account: accountOf(pacs, kept.take),
    tls: tlsOf(pacs, kept),
    out,
  }
}

function accountOf(pacs: PacsAddress, take: TakeToken): ImageServerAccount {
  if (pacs.auth_kind === 'None') return { kind: 'none' }
  if (pacs.auth_kind !== 'OAuth2') return { kind: 'basic', user: pacs.db_user, password: pacs.db_password }
  const giver = {
    tokenUrl: pacs.oauth_token_url,
    clientId: pacs.oauth_client_id,
    clientSecret: pacs.oauth_client_secret,
    scope: pacs.oauth_scope,
    by: pacs.oauth_client_auth === 'client_secret_post' ? 'client_secret_post' : 'client_secret_basic',
    identity: identityOf(pacs),
    ownerId: pacs.client_id,
  } as const
  return { kind: 'oauth', giver, take }
}

const identityOf = ({ client_certificate, client_key, server_ca }: PacsAddress): TlsIdentity => ({
  certificate: client_certificate,
  key: client_key,
  ca: server_ca,
})

function tlsOf(pacs: PacsAddress, { contextOf }: Kept) {
  const ends = readCertificates(pacs.client_certificate)?.[0]?.ends
  if (ends !== undefined && ends.getTime() < Date.now())
    throw new ImageServerError(
      'down',
      `The client certificate expired on ${formatDay(ends.toISOString().slice(0, 10))}. Enter a new one.`,
    )
  try {
    return contextOf(identityOf(pacs))
  } catch (error) {
    throw new ImageServerError(
      'down',
      'The stored client certificate or authority cannot be used. Enter it again.',
      {
        cause: error,
      },
    )
  }
}

// Puts an IPv6 address in brackets before a port.
const hostInUrl = (host: string) => (/^[\da-f:.]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : host)

/** Returns true if the server is more than an index. */
export const hasImages = ({ type }: Pick<PacsAddress, 'type'>): boolean => type !== 'Lite_Postgres'

function indexOf({ db_host, db_port, db_name, db_user, db_password, use_tls }: PacsAddress) {
  return {
    host: db_host,
    port: db_port,
    database: db_name,
    user: db_user,
    password: db_password,
    useTls: use_tls,
  }
}
