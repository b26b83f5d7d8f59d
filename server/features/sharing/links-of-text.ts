import { Refusal } from '#contract/kernel/error-codes.ts'
import { SHARED_PATH } from '#domain/sharing/shared-path.ts'
import type { Context } from '#server/kernel/context.ts'
import { secretHash } from '../auth/secret.ts'
import type { StoredLink } from './link-store.ts'

const SHARED_LINK = new RegExp(`${SHARED_PATH}([\\w-]{20,100})`, 'g')

/**
 * Refuses a text that carries a shared link which opens nothing any more (decision 161). A link that this client did not
 * make is nobody's matter here.
 */
export async function demandLinksInForce({ tx, caller, now }: Context, text: string): Promise<void> {
  const hashes = [...text.matchAll(SHARED_LINK)].map(([, secret = '']) => secretHash(secret))
  if (hashes.length === 0) return
  const links = await tx
    .selectFrom('share_link')
    .select(['revoked', 'expires'])
    .where('client_id', '=', caller.clientId)
    .where('secret_hash', 'in', hashes)
    .execute()
  for (const link of links) demandInForce(link, now)
}

/** Refuses a link that was taken back or is over. */
export function demandInForce(
  { revoked, expires }: Pick<StoredLink, 'revoked' | 'expires'>,
  now: Date,
): void {
  if (revoked) throw new Refusal('link_revoked')
  if (expires && expires <= now) throw new Refusal('link_over')
}
