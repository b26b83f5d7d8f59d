import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import { demandAccess } from '#server/kernel/auth/get-caller.ts'
import type { Caller } from '#server/kernel/context.ts'

/** The access rules for printing and reprinting papers of figures. */
export const PAPER_ACCESS = {
  sales: { access: 'sales_report', module: 'sales_report' },
  quality: { access: 'bi_report', module: 'bi_report' },
  visits: { access: 'appointments', module: 'appointment_system' },
  leakage: { access: 'sales_report', module: 'sales_report' },
  payout: { access: 'session', module: STUDY_MODULES },
} as const satisfies Record<PrintedKind, Pick<AnyCall, 'access' | 'module'>>

/** Throws if the caller may not print any paper of the kind. */
export function demandPaperAccess(kind: PrintedKind, caller: Caller): void {
  demandAccess(PAPER_ACCESS[kind], caller)
  if (kind === 'payout' && !managesPayout(caller) && !caller.isDoctor) throw new Refusal('not_permitted')
}

/** Returns true if the caller reads the statements of every reader; a doctor without the right reads the own ones. */
export const managesPayout = ({ permissions }: Caller): boolean => permissions.has('reader_payout')

/**
 * Returns true if the caller may see studies without a sale: those with the right to everybody's sales and the
 * archives.
 */
export const readsStudiesOfSales = ({ permissions, salesReport, salesInvoice }: Caller): boolean =>
  permissions.has('view_archives') && salesReport === 'All' && salesInvoice === 'All'
