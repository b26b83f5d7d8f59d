import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { invoicePaper } from './invoice-paper.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { useVisitMoney } from './use-visit-money.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface InvoiceDetailProps {
  visit: ShownPriced
  onClose: () => void
}

/** The invoice of a visit, with letterhead or on pre-printed paper. */
export function InvoiceDetail({ visit, onClose }: InvoiceDetailProps) {
  const money = useVisitMoney(visit)
  return (
    <PaperDialog
      title={WORDS.invoice}
      branchId={visit.branch_id}
      patientOf={visit}
      fileName={WORDS.fileName('invoice', visit.visit_no)}
      makePaper={(context) => money && invoicePaper({ visit, ...money }, context)}
      onClose={onClose}
    />
  )
}
