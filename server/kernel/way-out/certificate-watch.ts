import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import { placeText } from '#domain/certificate/certificates-in-use.ts'
import type { Database } from '../database/open-database.ts'
import type { MetCertificate } from './met-certificate.ts'

/** Stores the certificates of clients' partners in the background: no connection waits for it or fails with it. */
export interface CertificateWatch {
  /** Records a certificate seen at `host:port`. Returns at once and never throws. */
  met: (clientId: string, place: { host: string; port: number }, certificate: MetCertificate) => void
  /** Resolves once every recorded certificate is written or dropped. */
  flush: () => Promise<void>
}

/** An unchanged certificate is written this often, so that "last met" is nearly exact. */
const REPEAT_MS = 6 * 3_600_000
/** Number of places remembered; beyond that each is written more often. */
const PLACES_MAX = 5_000

/** Opens the watch; `onError` is called for failed writes, which the next connection retries. */
export function openCertificateWatch(
  { database, now }: { database: Pick<Database, 'tenant'>; now: () => Date },
  onError: (error: unknown) => void,
): CertificateWatch {
  /** Next write time by client, place and certificate. Machines behind one name may each present a different one. */
  const known = new Map<string, number>()
  const running = new Set<Promise<void>>()
  return {
    met: (clientId, { host, port }, certificate) => {
      const place = placeText(host, port)
      const key = `${clientId} ${place} ${certificate.print}`
      const at = now()
      if (at.getTime() < (known.get(key) ?? 0)) return
      if (known.size >= PLACES_MAX) known.clear()
      known.set(key, at.getTime() + REPEAT_MS)
      const done = writeMet(database, clientId, { place, certificate, at })
        .catch((error: unknown) => {
          known.delete(key)
          onError(error)
        })
        .finally(() => running.delete(done))
      running.add(done)
    },
    flush: async () => {
      await Promise.all(running)
    },
  }
}

async function writeMet(
  database: Pick<Database, 'tenant'>,
  clientId: string,
  { place, certificate, at }: { place: string; certificate: MetCertificate; at: Date },
): Promise<void> {
  await database.tenant(clientId, (tx) =>
    tx
      .insertInto('partner_certificate')
      .values({
        client_id: clientId,
        id: mintId(),
        role: 'server',
        place,
        ...certificate,
        first_met: at,
        met: at,
      })
      .onConflict((on) =>
        on.columns(['client_id', 'role', 'place']).doUpdateSet({
          print: sql`excluded.print`,
          subject: sql`excluded.subject`,
          begins: sql`excluded.begins`,
          ends: sql`excluded.ends`,
          met: sql`excluded.met`,
        }),
      )
      .execute(),
  )
}
