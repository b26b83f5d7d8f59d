import { discountHead } from '#contract/masters/discount-head.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'

/** Reasons for a discount, each with its percent (spec 2 section 2.6). */
export default function DiscountHeads() {
  return <MasterList master={discountHead} />
}
