import { readHost } from '../outgoing/host.ts'

/** Whose a certificate is: the other side's, ours that we show it, or an authority that the house trusts. */
export const CERTIFICATE_ROLES = ['server', 'client', 'authority'] as const
export type CertificateRole = (typeof CERTIFICATE_ROLES)[number]

/** How a place is called that a certificate was met at. */
export const placeText = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** An image server as far as its certificates go. */
export interface TlsServer {
  id: string
  db_host: string
  db_port: number
  use_tls: boolean
  /** It is polled. */
  active: boolean
}

/** A certificate that was met or is kept; `place` is the id of its image server unless it is the other side's. */
export interface PlacedCertificate {
  role: CertificateRole
  place: string
  first_met: Date
  met: Date
}

const DAY_MS = 86_400_000
/** A place that no image server names is another partner's while it is met now and then. */
const FORGOTTEN_DAYS = 60

/** The place at which an image server shows its certificate. */
export const placeOfServer = ({ db_host, db_port }: Pick<TlsServer, 'db_host' | 'db_port'>): string =>
  placeText(readHost(db_host) ?? db_host, db_port)

/** The image servers that use a certificate; those that are switched off do not. */
export function usersOf<Server extends TlsServer>(
  { role, place }: PlacedCertificate,
  servers: readonly Server[],
): Server[] {
  return servers.filter(
    (one) => one.active && one.use_tls && place === (role === 'server' ? placeOfServer(one) : one.id),
  )
}

/**
 * Whether anything stops working when the certificate ends. What only a test of a connection met, and what belongs to an
 * image server that is switched off, is in nobody's use.
 */
export function isInUse(certificate: PlacedCertificate, servers: readonly TlsServer[], now: Date): boolean {
  if (usersOf(certificate, servers).length > 0) return true
  const { role, place, first_met, met } = certificate
  if (role !== 'server' || servers.some((one) => placeOfServer(one) === place)) return false
  return met.getTime() - first_met.getTime() >= DAY_MS && !isForgotten(certificate, now)
}

/** Nobody has met it for so long that it is not worth a row. */
export const isForgotten = ({ met }: Pick<PlacedCertificate, 'met'>, now: Date): boolean =>
  now.getTime() - met.getTime() > FORGOTTEN_DAYS * DAY_MS
