import type { discountHead } from '#contract/masters/discount-head.ts'
import { FREE_DISCOUNT } from '#domain/money/free-discount.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'

/** Hooks for discount heads: no head may have the name that booking uses for a discount without a head. */
export const discountHeadHooks: MasterHooks<typeof discountHead> = {
  prepare: async ({ name }, before) => {
    const isFree = name.trim().toLowerCase() === FREE_DISCOUNT.toLowerCase()
    if (isFree && before?.name !== name) throw invalid({ name: 'is the name of the free discount' })
    return undefined
  },
}
