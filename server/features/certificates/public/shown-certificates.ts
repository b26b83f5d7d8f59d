import { placeOfServer } from '#domain/certificate/certificates-in-use.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { StoredRow } from '#server/masters/hooks.ts'

/**
 * Returns the certificates that these image servers last presented, by server id; only for servers that use TLS and
 * were reached.
 */
export async function selectShownCertificates(
  tx: Tx,
  rows: readonly StoredRow[],
): Promise<Map<string, { subject: string; ends: Date }>> {
  const places = new Map(
    rows
      .filter(({ use_tls }) => use_tls === true)
      .map(({ id, db_host, db_port }) => [
        id,
        placeOfServer({ db_host: String(db_host), db_port: Number(db_port) }),
      ]),
  )
  if (places.size === 0) return new Map()
  const found = await tx
    .selectFrom('partner_certificate')
    .select(['client_id', 'place', 'subject', 'ends'])
    .where('role', '=', 'server')
    .where('place', 'in', [...new Set(places.values())])
    .execute()
  const byPlace = new Map(found.map((row) => [row.place, row]))
  return new Map(
    [...places].flatMap(([id, place]) => {
      const certificate = byPlace.get(place)
      return certificate ? [[id, certificate] as const] : []
    }),
  )
}
