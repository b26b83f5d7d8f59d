import { paymentTypeScheme } from '#contract/masters/payment-type-scheme.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'

/** Insurance schemes that a payment may name (docs/masters.md#texts). */
export default function PaymentTypes() {
  return <MasterList master={paymentTypeScheme} />
}
