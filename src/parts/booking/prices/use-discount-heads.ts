import type { SessionFields } from '#domain/access/session.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { CUSTOM_HEAD } from '../draft/draft.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

/** A discount head as an option. */
export interface HeadChoice {
  id: string
  label: string
  percent: number
}

/** Returns whether a person may exceed a head's percent, and give a discount without a head (docs/money.md). */
export const mayDiscountFreely = (session: SessionFields | undefined): boolean =>
  session !== undefined && (session.is_client_admin === 1 || session.modules.includes('custom_discount'))

/** Returns the active discount heads, and the built-in one for people who may set any discount (docs/money.md). */
export function useDiscountHeads(): readonly HeadChoice[] {
  const heads = useMasters('discountHead', { status: 1 }).rows
  const isFree = mayDiscountFreely(useSession())
  const own = heads.map(({ id, name, percent }) => ({ id, label: `${name} (${percent} %)`, percent }))
  return isFree ? [...own, { id: CUSTOM_HEAD, label: WORDS.customHead, percent: 0 }] : own
}

/** Returns whether the discount inputs are enabled: with a head that grants something, or with the built-in one. */
export function opensDiscount(heads: readonly HeadChoice[], headId: string | null): boolean {
  return headId === CUSTOM_HEAD || heads.some(({ id, percent }) => id === headId && percent > 0)
}
