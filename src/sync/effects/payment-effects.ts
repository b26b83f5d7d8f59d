import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { paymentStatusOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { RECEIVED } from '#domain/status/payment-status.ts'
import { currentSession } from '../session/session-state.ts'
import { type Author, byPerson, type EffectsOf, type LocalRecords, type Patch } from './effect.ts'
import { provisionalInvoice } from './provisional-invoice.ts'

type Key = 'appt/createReceipts'
type Payment = QueueInput<Key>

/** The optimistic effect of a payment: its receipts with provisional numbers, and the visit's remaining amount. */
export const paymentEffects: EffectsOf<Key> = {
  'appt/createReceipts': {
    // The act is identified by its first receipt, as in its aggregate (contract/calls/payments.ts).
    record: ({ appt_id, receipts }) => ({ type: 'receipt', id: receipts[0]?.id ?? appt_id }),
    isAuto: byPerson,
    patches: async (input, local, author) => {
      const visit = await local.findVisit(input.appt_id)
      const receipts = await Promise.all(
        input.receipts.map((receipt) => receiptOf(input, receipt, { visit, local, author })),
      )
      const patches: Patch[] = receipts.map((change) => ({ type: 'receipt', id: change.id, change }))
      return visit
        ? [
            ...patches,
            {
              type: 'visit',
              id: visit.id,
              change: {
                ...moneyAfter(visit, receipts),
                ...provisionalInvoice(visit, input.invoice_provisional_no),
              },
            },
          ]
        : patches
    },
  },
}

interface ReceiptContext {
  visit: VisitRow | undefined
  local: LocalRecords
  author: Author
}

async function receiptOf(
  { appt_id, taken_on }: Payment,
  given: Payment['receipts'][number],
  { visit, local, author }: ReceiptContext,
): Promise<ReceiptRow> {
  const scheme = given.pay_scheme_id
    ? await local.findMaster('paymentTypeScheme', given.pay_scheme_id)
    : undefined
  return {
    id: given.id,
    rev: 0,
    appt_id,
    branch_id: visit?.branch_id ?? '',
    receipt_no: '',
    provisional_no: given.provisional_no ?? '',
    amount: given.amount,
    mode: given.mode,
    pay_scheme_id: given.pay_scheme_id ?? null,
    payment_type_scheme: typeof scheme?.name === 'string' ? scheme.name : '',
    ref_no: given.ref_no ?? '',
    remarks: given.remarks ?? '',
    tendered: given.tendered ?? null,
    status: RECEIVED,
    is_unallocated: 0,
    taken_on: taken_on ?? author.at,
    created: author.at,
    created_by_id: author.userId,
    created_by_name: author.name,
    cancelled_on: null,
    cancelled_by_name: '',
    cancel_reason: '',
  }
}

function moneyAfter(visit: VisitRow, receipts: readonly ReceiptRow[]): Partial<VisitRow> {
  const decimals = currentSession()?.no_of_decimal ?? 2
  const came = receipts.reduce((total, { amount }) => total + toMinor(amount, decimals), 0)
  // Users who take money may see the price; a visit that came without amounts keeps what it shows.
  if (visit.paid === undefined || visit.net_charges === undefined) return {}
  const paid = toMinor(visit.paid, decimals) + came
  const net = toMinor(visit.net_charges, decimals)
  return {
    paid: fromMinor(paid, decimals),
    balance: fromMinor(net - paid, decimals),
    payment_status: paymentStatusOf(net, paid),
  }
}
