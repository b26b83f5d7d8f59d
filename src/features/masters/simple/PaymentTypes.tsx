import { paymentTypeScheme } from '#contract/masters/payment-type-scheme.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'

/** Insurance schemes that a payment may name (spec 2 section 2.6). */
export default function PaymentTypes() {
  return <MasterList master={paymentTypeScheme} />
}
