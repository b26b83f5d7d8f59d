import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { CONSENT_PATH } from '#domain/consent/consent-link.ts'
import { CRITICAL_PATH } from '#domain/sharing/critical-path.ts'
import { SHARED_PATH } from '#domain/sharing/shared-path.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { StoredLink } from './link-store.ts'

const CONSENT_LINK = new RegExp(`${CONSENT_PATH}[?#]id=[\\w-]+&appt_id=([\\w-]{20,100})`, 'g')
const SHARED_LINK = new RegExp(`${SHARED_PATH}#?([\\w-]{20,100})`, 'g')
const CRITICAL_LINK = new RegExp(`${CRITICAL_PATH}#([\\w-]{20,100})`, 'g')

/**
 * Throws if a text contains a link, shared or of a critical result, that opens nothing any more (decision 161).
 * Ignores links that this client did not create.
 */
export async function demandLinksInForce(ctx: Context, text: string): Promise<void> {
  await demandSharedInForce(ctx, hashesIn(text, SHARED_LINK))
  await demandCriticalsInForce(ctx, hashesIn(text, CRITICAL_LINK))
}

async function demandSharedInForce({ tx, caller, now }: Context, hashes: Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  const links = await tx
    .selectFrom('share_link')
    .select(['revoked', 'expires'])
    .where('client_id', '=', caller.clientId)
    .where('secret_hash', 'in', hashes)
    .execute()
  for (const link of links) demandInForce(link, now)
}

// These messages are for staff; the referrer's page has its own.
async function demandCriticalsInForce({ tx, caller, now }: Context, hashes: Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  const links = await tx
    .selectFrom('critical_link as l')
    .innerJoin('critical_result as c', (on) =>
      on.onRef('c.client_id', '=', 'l.client_id').onRef('c.id', '=', 'l.critical_id'),
    )
    .select(['l.revoked', 'l.expires', 'l.used_on', 'c.closed_on'])
    .where('l.client_id', '=', caller.clientId)
    .where('l.secret_hash', 'in', hashes)
    .execute()
  for (const link of links) {
    if (link.used_on) throw new Refusal('link_over', 'The link of this message works once, and was used.')
    if (link.closed_on) throw new Refusal('link_over', 'The critical result of this link is already closed.')
    demandInForce(link, now)
  }
}

/**
 * Returns true if a text contains a link, shared, of a consent form or of a critical result, that opens nothing any
 * more; such a message is not sent. Ignores links that this client did not create.
 */
export async function hasDeadLink(
  tx: Tx,
  { clientId, now }: { clientId: string; now: Date },
  text: string,
): Promise<boolean> {
  const shared = hashesIn(text, SHARED_LINK)
  const consents = hashesIn(text, CONSENT_LINK)
  const criticals = hashesIn(text, CRITICAL_LINK)
  if (shared.length + consents.length + criticals.length === 0) return false
  const { rows } = await sql<{ dead: boolean }>`
    select exists (select from share_link l where l.client_id = ${clientId} and l.secret_hash = any(${shared}::bytea[])
        and (l.revoked is not null or l.expires <= ${now}))
      or exists (select from consent_link l join visit v on v.client_id = l.client_id and v.id = l.visit_id
        where l.client_id = ${clientId} and l.token_hash = any(${consents}::bytea[])
        and (l.revoked_on is not null or l.expires <= ${now} or v.status = ${CANCELLED_STATUS}))
      or exists (select from critical_link l
        join critical_result c on c.client_id = l.client_id and c.id = l.critical_id
        join study s on s.client_id = c.client_id and s.id = c.study_id
        where l.client_id = ${clientId} and l.secret_hash = any(${criticals}::bytea[])
        and (l.revoked is not null or l.expires <= ${now} or l.used_on is not null or c.closed_on is not null
          or s.hidden is not null)) as dead`.execute(tx)
  return rows[0]?.dead === true
}

const hashesIn = (text: string, pattern: RegExp): Buffer[] =>
  [...text.matchAll(pattern)].map(([, secret = '']) => secretHash(secret))

/** Throws if a link was revoked or has expired. */
export function demandInForce(
  { revoked, expires }: Pick<StoredLink, 'revoked' | 'expires'>,
  now: Date,
): void {
  if (revoked) throw new Refusal('link_revoked')
  if (expires && expires <= now) throw new Refusal('link_over')
}
