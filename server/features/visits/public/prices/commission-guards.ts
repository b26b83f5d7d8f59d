import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'

type Reader = Pick<Context, 'tx' | 'caller'>

const commissionsOf = ({ tx, caller }: Reader, lineIds: readonly string[]) =>
  tx
    .selectFrom('referral_commission')
    .select(['visit_service_id', 'used_on', 'settled_on'])
    .where('client_id', '=', caller.clientId)
    .where('visit_service_id', 'in', [...lineIds])
    .execute()

/**
 * Throws if a service to be removed has a commission that was set off against the invoice, because the receipt of
 * that settlement refers to it. Returns the ids of the services with any other commission; their rows must be kept.
 */
export async function demandRemovable(ctx: Reader, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (lineIds.length === 0) return new Set()
  const rows = await commissionsOf(ctx, lineIds)
  if (rows.some(({ used_on }) => used_on !== null))
    throw new Refusal(
      'refused',
      'The Spcl. Disc. of this service was set off. Cancel the receipt of that settlement first.',
    )
  return new Set(rows.map(({ visit_service_id }) => visit_service_id))
}

/**
 * Throws if the commission of a service was settled or set off: the commission belongs to its referrer, so the
 * referrer must not change.
 */
export async function demandReferrersFree(ctx: Reader, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  const rows = await commissionsOf(ctx, lineIds)
  if (rows.some(({ used_on, settled_on }) => used_on !== null || settled_on !== null))
    throw new Refusal(
      'refused',
      'The Spcl. Disc. of this service was settled or set off, so its referrer stays as it is.',
    )
}
