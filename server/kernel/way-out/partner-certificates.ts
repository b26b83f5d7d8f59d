import { type Insertable, type Updateable } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { Tx } from '../context.ts'
import type { PartnerCertificate } from '../database/schema.ts'
import type { MetCertificate } from './met-certificate.ts'

type Kept = Pick<Insertable<PartnerCertificate>, 'role' | 'place'> & MetCertificate

interface CertificateKey {
  clientId: string
  id: string
}

/** Stores a certificate that is kept with a partner's settings; replaces the previous one of the place. */
export async function putCertificate(
  tx: Tx,
  clientId: string,
  { role, place, ...certificate }: Kept,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('partner_certificate')
    .values({ client_id: clientId, id: mintId(), role, place, ...certificate, first_met: now, met: now })
    .onConflict((on) => on.columns(['client_id', 'role', 'place']).doUpdateSet({ ...certificate, met: now }))
    .execute()
}

/** Deletes a certificate that is not used any more. */
export async function dropCertificate(tx: Tx, { clientId, id }: CertificateKey): Promise<void> {
  await tx.deleteFrom('partner_certificate').where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** Keeps what people were told of a certificate. */
export async function keepTold(
  tx: Tx,
  { clientId, id }: CertificateKey,
  told: Pick<Updateable<PartnerCertificate>, 'told' | 'told_print' | 'told_all'>,
): Promise<void> {
  await tx
    .updateTable('partner_certificate')
    .set(told)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
