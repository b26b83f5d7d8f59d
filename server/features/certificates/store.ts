import type { Selectable } from 'kysely'
import {
  type CertificateStanding,
  certificateStanding,
  ENDING_DAYS,
  endingDaysOf,
} from '#domain/certificate/certificate-standing.ts'
import type { CertificateRole, TlsServer } from '#domain/certificate/certificates-in-use.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PartnerCertificate } from '#server/kernel/database/schema.ts'
import type { MetCertificate } from '#server/kernel/way-out/met-certificate.ts'

/** A stored certificate: of a partner, or kept with an image server. */
export type StoredCertificate = Omit<Selectable<PartnerCertificate>, 'role'> & { role: CertificateRole }

/** An image server with its stored certificates. */
export type ServerWithCertificates = TlsServer & {
  name: string
  client_certificate: string
  server_ca: string
}

/** Returns a client's certificates, ordered by end date. */
export async function selectCertificates(tx: Tx, clientId: string): Promise<StoredCertificate[]> {
  const rows = await tx
    .selectFrom('partner_certificate')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('ends')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as CertificateRole }))
}

/** Returns the client's image servers, including inactive ones. */
export function selectServers(tx: Tx, clientId: string): Promise<ServerWithCertificates[]> {
  return tx
    .selectFrom('pacs')
    .select(['id', 'name', 'db_host', 'db_port', 'use_tls', 'active', 'client_certificate', 'server_ca'])
    .where('client_id', '=', clientId)
    .where('hidden', 'is', null)
    .orderBy('name')
    .execute()
}

/**
 * Returns the status of a stored certificate. Only certificates that another system presents are renewed
 * automatically.
 */
export function standingOf(
  { role, begins, ends }: Pick<StoredCertificate, 'role' | 'begins' | 'ends'>,
  now: Date,
): CertificateStanding {
  return certificateStanding(ends, now, role === 'server' ? endingDaysOf(begins, ends) : ENDING_DAYS)
}

/** A certificate that is kept with an image server. */
export interface KeptCertificate extends MetCertificate {
  role: 'client' | 'authority'
  /** Id of the image server. */
  place: string
}
