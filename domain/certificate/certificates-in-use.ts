import { readHost } from '../outgoing/host.ts'

/** The owner of a certificate: the other side, we as its client, or an authority that we trust. */
export const CERTIFICATE_ROLES = ['server', 'client', 'authority'] as const
export type CertificateRole = (typeof CERTIFICATE_ROLES)[number]

/** The name of the place where a certificate was seen. */
export const placeText = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** The part of an image server that concerns its certificates. */
export interface TlsServer {
  id: string
  db_host: string
  db_port: number
  use_tls: boolean
  /** It is polled. */
  active: boolean
}

/** A seen or stored certificate; `place` is the id of its image server unless it is the other side's. */
export interface PlacedCertificate {
  role: CertificateRole
  place: string
  first_met: Date
  met: Date
}

const DAY_MS = 86_400_000
/** A place without an image server belongs to another partner if it was seen within this time. */
const FORGOTTEN_DAYS = 60

/** The place at which an image server presents its certificate. */
export const placeOfServer = ({ db_host, db_port }: Pick<TlsServer, 'db_host' | 'db_port'>): string =>
  placeText(readHost(db_host) ?? db_host, db_port)

/** The image servers that use a certificate, except disabled ones. */
export function usersOf<Server extends TlsServer>(
  { role, place }: PlacedCertificate,
  servers: readonly Server[],
): Server[] {
  return servers.filter(
    (one) => one.active && one.use_tls && place === (role === 'server' ? placeOfServer(one) : one.id),
  )
}

/**
 * Whether anything stops working when the certificate ends. A certificate seen only in a connection test, or belonging
 * to a disabled image server, is not in use.
 */
export function isInUse(certificate: PlacedCertificate, servers: readonly TlsServer[], now: Date): boolean {
  if (usersOf(certificate, servers).length > 0) return true
  const { role, place, first_met, met } = certificate
  if (role !== 'server' || servers.some((one) => placeOfServer(one) === place)) return false
  return met.getTime() - first_met.getTime() >= DAY_MS && !isForgotten(certificate, now)
}

/** True if it was last seen too long ago to be worth a row. */
export const isForgotten = ({ met }: Pick<PlacedCertificate, 'met'>, now: Date): boolean =>
  now.getTime() - met.getTime() > FORGOTTEN_DAYS * DAY_MS
