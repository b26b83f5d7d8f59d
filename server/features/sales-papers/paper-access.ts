import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { PrintedKind } from '#domain/money/printed-papers.ts'

/** Who may print papers of figures, and print them again. */
export const PAPER_ACCESS = {
  sales: { access: 'sales_report', module: 'sales_report' },
  quality: { access: 'bi_report', module: 'bi_report' },
  visits: { access: 'appointments', module: 'appointment_system' },
} as const satisfies Record<PrintedKind, Pick<AnyCall, 'access' | 'module'>>
