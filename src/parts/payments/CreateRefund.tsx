import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { RefundRow } from '#contract/calls/visit-records.ts'
import { minorToText } from '#domain/money/minor-units.ts'
import { needsScheme, PAYMENT_MODES, type PaymentMode } from '#domain/money/payment-modes.ts'
import {
  findRefundProblem,
  proposeRefund,
  REFUND_PROBLEMS,
  type RefundPot,
  type RefundProblem,
} from '#domain/money/refundable.ts'
import { patientPaid, visitOpenMoney } from '#domain/money/visit-money.ts'
import { useCompany, useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useVisitMoney, type VisitMoney } from '#src/parts/papers/use-visit-money.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { MoneyDialog } from './MoneyDialog.tsx'
import { potsOf, wantedOf } from './refund-pots.ts'
import { type PaymentRow, paidModes, type RowFault, usePaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog
const REASON_MAX = 500

export interface CreateRefundProps {
  visit: ShownPriced
  onRefunded: (refunds: readonly RefundRow[]) => void
  onClose: () => void
}

/**
 * Refunds money for a reason, at most what the patient paid: starts with the refundable amount, in the modes in which
 * it was received. Needs the network.
 */
export function CreateRefund(props: CreateRefundProps) {
  const money = useVisitMoney(props.visit)
  return money ? <RefundForm {...props} money={money} /> : null
}

function RefundForm({ visit, money, onRefunded, onClose }: CreateRefundProps & { money: VisitMoney }) {
  const { online } = useLink()
  const { decimals } = useMoneyFormat()
  const hidden = useCompany()?.hidden_payment_modes ?? []
  const mayPayOut = useSession()?.modules.includes('refund_insurance_as_cash') ?? false
  // The initial values stay while they are overwritten.
  const [pots] = useState(() => potsOf(money, decimals))
  const modes = PAYMENT_MODES.filter((mode) =>
    needsScheme(mode) ? pots.some((pot) => pot.mode === mode) : !hidden.includes(mode) || isOf(pots, mode),
  )
  const { toRefund } = visitOpenMoney(visit, decimals)
  const limit = { kind: 'refund', limit: patientPaid(visit, decimals), decimals } as const
  const [begun] = useState(() => rowsOf(proposeRefund(toRefund || limit.limit, pots), decimals))
  const payment = usePaymentRows(undefined, limit, begun)
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  // One id per mode for as long as the dialog is open: a retry after a lost answer refunds once.
  const [ids] = useState(() => new Map(modes.map((mode) => [mode as string, mintId()])))
  const refund = async () => {
    const refunds = paidModes(payment.rows, decimals).map(({ tendered: _none, ...row }) => ({
      ...row,
      id: ids.get(row.mode) ?? mintId(),
    }))
    const input = { appt_id: visit.id, reason: reason.trim(), refunds }
    const { result } = await callApi(paymentCalls.createRefunds, input)
    getDevice().refresh()
    notifyDone(WORDS.refunded)
    onRefunded(result.refunds)
  }
  const checkMore = () => {
    setTried(true)
    const problem = findRefundProblem(wantedOf(payment.rows, decimals), pots, mayPayOut)
    if (problem) return faultOf(problem, payment.rows)
    return isMissing ? { words: WORDS.reasonNeeded, modes: [], field: undefined } : undefined
  }
  const insurers = pots.flatMap(({ schemeId }) => (schemeId === null ? [] : [schemeId]))
  return (
    <MoneyDialog
      title={PAYMENT_WORDS.refund}
      payment={payment}
      modes={modes}
      schemeIds={insurers}
      labels={
        toRefund > 0
          ? { limit: WORDS.received, left: WORDS.leftReceived, first: [PAYMENT_WORDS.toRefund, toRefund] }
          : { limit: WORDS.received, left: WORDS.leftReceived }
      }
      moreFields={['reason']}
      renderMore={(refused) => (
        <Textarea
          label={WORDS.reason}
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_MAX}
          value={reason}
          error={wasTried && isMissing ? WORDS.reasonNeeded : refused.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      checkMore={checkMore}
      refusal={online ? undefined : PAYMENT_WORDS.offline}
      onRecord={refund}
      onClose={onClose}
    />
  )
}

const isOf = (pots: readonly RefundPot[], mode: PaymentMode) => pots.some((pot) => pot.mode === mode)

/** Returns the rows concerned by a broken refund rule: those of the insurer, those of the patient, or all. */
function faultOf(problem: RefundProblem, rows: readonly PaymentRow[]): RowFault {
  const isWrong = {
    over: () => true,
    insurer: needsScheme,
    scheme: needsScheme,
    as_cash: (mode: string) => !needsScheme(mode),
  }[problem]
  const modes = rows.map(({ mode }) => mode).filter(isWrong)
  return { words: REFUND_PROBLEMS[problem], modes, field: problem === 'scheme' ? 'schemeId' : 'amount' }
}

/** Returns one row per mode; of several insurers, the one that paid last. */
function rowsOf(pots: readonly RefundPot[], decimals: number): PaymentRow[] {
  const first = pots.filter(({ mode }, at) => pots.findIndex((one) => one.mode === mode) === at)
  return first.map(({ mode, schemeId, minor }) => ({
    // A patient's receipts have these modes.
    mode: mode as PaymentMode,
    amount: minorToText(minor, decimals),
    schemeId,
    refNo: '',
    remarks: '',
    tendered: '',
  }))
}
