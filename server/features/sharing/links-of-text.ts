import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { CONSENT_PATH } from '#domain/consent/consent-link.ts'
import { SHARED_PATH } from '#domain/sharing/shared-path.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { secretHash } from '../auth/secret.ts'
import type { StoredLink } from './link-store.ts'

const CONSENT_LINK = new RegExp(`${CONSENT_PATH}[?#]id=[\\w-]+&appt_id=([\\w-]{20,100})`, 'g')
const SHARED_LINK = new RegExp(`${SHARED_PATH}#?([\\w-]{20,100})`, 'g')

/**
 * Refuses a text that carries a shared link which opens nothing any more (decision 161). A link that this client did not
 * make is nobody's matter here.
 */
export async function demandLinksInForce({ tx, caller, now }: Context, text: string): Promise<void> {
  const hashes = hashesIn(text, SHARED_LINK)
  if (hashes.length === 0) return
  const links = await tx
    .selectFrom('share_link')
    .select(['revoked', 'expires'])
    .where('client_id', '=', caller.clientId)
    .where('secret_hash', 'in', hashes)
    .execute()
  for (const link of links) demandInForce(link, now)
}

/**
 * Whether a text carries a link, shared or of a consent form, that opens nothing any more: such a message is not sent. A
 * link that this client did not make is nobody's matter here.
 */
export async function hasDeadLink(
  tx: Tx,
  { clientId, now }: { clientId: string; now: Date },
  text: string,
): Promise<boolean> {
  const shared = hashesIn(text, SHARED_LINK)
  const consents = hashesIn(text, CONSENT_LINK)
  if (shared.length + consents.length === 0) return false
  const { rows } = await sql<{ dead: boolean }>`
    select exists (select from share_link l where l.client_id = ${clientId} and l.secret_hash = any(${shared}::bytea[])
        and (l.revoked is not null or l.expires <= ${now}))
      or exists (select from consent_link l join visit v on v.client_id = l.client_id and v.id = l.visit_id
        where l.client_id = ${clientId} and l.token_hash = any(${consents}::bytea[])
        and (l.revoked_on is not null or l.expires <= ${now} or v.status = ${CANCELLED_STATUS})) as dead`.execute(
    tx,
  )
  return rows[0]?.dead === true
}

const hashesIn = (text: string, pattern: RegExp): Buffer[] =>
  [...text.matchAll(pattern)].map(([, secret = '']) => secretHash(secret))

/** Refuses a link that was taken back or is over. */
export function demandInForce(
  { revoked, expires }: Pick<StoredLink, 'revoked' | 'expires'>,
  now: Date,
): void {
  if (revoked) throw new Refusal('link_revoked')
  if (expires && expires <= now) throw new Refusal('link_over')
}
