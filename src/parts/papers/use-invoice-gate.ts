import { canViewInvoice } from '#domain/money/papers/print-gate.ts'
import { patientPaid } from '#domain/money/visit-money.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useSession } from '#src/sync/session/session.ts'
import { billOfVisit, hasScheme } from './invoice-paper.ts'
import { useMoneyFormat } from './use-paper-context.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

/** Returns why this person may not view the visit's invoice now; undefined if they may. */
export function useInvoiceRefusal(visit: ShownPriced): string | undefined {
  const session = useSession()
  const { decimals } = useMoneyFormat()
  const { patientNet } = billOfVisit({ visit, receipts: [], refunds: [] }, decimals)
  const isOpen = canViewInvoice({
    status: visit.payment_status,
    hasScheme: hasScheme(visit),
    paid: patientPaid(visit, decimals),
    patientNet,
    permissions: session?.modules ?? [],
  })
  return isOpen ? undefined : WORDS.viewRefused
}
