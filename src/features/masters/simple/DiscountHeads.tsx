import { discountHead } from '#contract/masters/discount-head.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'

/** Reasons for a discount, each with its percent (docs/masters.md#texts). */
export default function DiscountHeads() {
  return <MasterList master={discountHead} />
}
