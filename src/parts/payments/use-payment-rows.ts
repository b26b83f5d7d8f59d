import { useState } from 'react'
import {
  findPaymentProblem,
  PAYMENT_PROBLEMS,
  type PaymentField,
  type PaymentLimit,
  typedTotal,
} from '#domain/money/check-payment.ts'
import { fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'
import { isCash, needsScheme, type PaymentMode } from '#domain/money/payment-modes.ts'

/** One payment mode as typed. */
export interface PaymentRow {
  mode: PaymentMode
  amount: string
  schemeId: string | null
  refNo: string
  remarks: string
  /** For Cash: the amount handed over. */
  tendered: string
}

/** A fault in the typed values, and where; without modes it does not concern a single one. */
export interface RowFault {
  words: string
  modes: readonly string[]
  /** Undefined for a field outside the modes. */
  field: PaymentField | undefined
  /** No field shows it: it is shown only at the button. */
  isWithoutField?: boolean
}

/** A payment or refund as typed, by mode. */
export interface PaymentRows {
  rows: readonly PaymentRow[]
  /** Sets the chosen modes: new ones start with the remainder. */
  choose: (modes: readonly PaymentMode[]) => void
  change: (mode: PaymentMode, change: Partial<PaymentRow>) => void
  /** Minor units. */
  total: number
  left: number
  limit: PaymentLimit
  /** The fault, set only after an attempt to record. */
  fault: RowFault | undefined
  /** Sets the fault, and returns whether there is none. */
  check: () => boolean
  /** Shows another rule's fault until something is typed. */
  blame: (fault: RowFault | undefined) => void
}

/**
 * Holds the modes of a payment; starts with the values typed before, or with the whole amount owed in the first offered
 * mode.
 */
export function usePaymentRows(
  first: PaymentMode | undefined,
  limit: PaymentLimit,
  typed?: readonly PaymentRow[],
): PaymentRows {
  const begin = (mode: PaymentMode, minor: number): PaymentRow => ({
    mode,
    amount: minor > 0 ? minorToText(minor, limit.decimals) : '',
    schemeId: null,
    refNo: '',
    remarks: '',
    tendered: '',
  })
  const [rows, setRows] = useState<readonly PaymentRow[]>(
    () => typed ?? (first ? [begin(first, limit.limit)] : []),
  )
  const [fault, setFault] = useState<RowFault>()
  const total = typedTotal(rows, limit.decimals)
  const left = limit.limit - total
  const put = (next: readonly PaymentRow[]) => {
    setRows(next)
    setFault(undefined)
  }
  return {
    rows,
    limit,
    total,
    left,
    fault,
    blame: setFault,
    choose: (modes) => {
      const kept = rows.filter(({ mode }) => modes.includes(mode))
      const room = limit.limit - typedTotal(kept, limit.decimals)
      const added = modes.filter((mode) => !kept.some((row) => row.mode === mode))
      put([...kept, ...added.map((mode, at) => begin(mode, at === 0 ? Math.max(0, room) : 0))])
    },
    change: (mode, change) => put(rows.map((row) => (row.mode === mode ? { ...row, ...change } : row))),
    check: () => {
      const problem = findPaymentProblem(rows, limit)
      setFault(
        problem && {
          ...problem,
          words: PAYMENT_PROBLEMS[problem.problem],
          isWithoutField: problem.modes.length === 0,
        },
      )
      return problem === undefined
    },
  }
}

/** Returns the typed values as input for the call; only valid if there is no fault. */
export const paidModes = (rows: readonly PaymentRow[], decimals: number) =>
  rows.map(({ mode, amount, schemeId, refNo, remarks, tendered }) => ({
    mode,
    amount: fromMinor(toMinor(amount, decimals), decimals),
    ...(needsScheme(mode) && { pay_scheme_id: schemeId }),
    ...(isCash(mode) && tendered.trim() && { tendered: fromMinor(toMinor(tendered, decimals), decimals) }),
    ...(refNo.trim() && { ref_no: refNo.trim() }),
    ...(remarks.trim() && { remarks: remarks.trim() }),
  }))
