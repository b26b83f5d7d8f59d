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

/** One mode as it is typed. */
export interface PaymentRow {
  mode: PaymentMode
  amount: string
  schemeId: string | null
  refNo: string
  remarks: string
  /** Of Cash: what was handed over. */
  tendered: string
}

/** What is wrong with what is typed, and where; with no mode it is not about one. */
export interface RowFault {
  words: string
  modes: readonly string[]
  /** Undefined for a field beside the modes. */
  field: PaymentField | undefined
  /** No field stands for it: it is said at the button alone. */
  isWithoutField?: boolean
}

/** A payment or refund as it is typed, mode by mode. */
export interface PaymentRows {
  rows: readonly PaymentRow[]
  /** Chooses these modes: new ones begin with what is left. */
  choose: (modes: readonly PaymentMode[]) => void
  change: (mode: PaymentMode, change: Partial<PaymentRow>) => void
  /** Minor units. */
  total: number
  left: number
  limit: PaymentLimit
  /** What is wrong; only after somebody tried to record it. */
  fault: RowFault | undefined
  /** Says what is wrong, and returns whether nothing is. */
  check: () => boolean
  /** Says what another rule finds wrong, until something is typed. */
  blame: (fault: RowFault | undefined) => void
}

/**
 * Holds the modes of a payment; it begins with what was typed before, or with all that is owed in the first mode that is
 * offered.
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

/** What is typed as the call takes it; only where nothing is wrong with it. */
export const paidModes = (rows: readonly PaymentRow[], decimals: number) =>
  rows.map(({ mode, amount, schemeId, refNo, remarks, tendered }) => ({
    mode,
    amount: fromMinor(toMinor(amount, decimals), decimals),
    ...(needsScheme(mode) && { pay_scheme_id: schemeId }),
    ...(isCash(mode) && tendered.trim() && { tendered: fromMinor(toMinor(tendered, decimals), decimals) }),
    ...(refNo.trim() && { ref_no: refNo.trim() }),
    ...(remarks.trim() && { remarks: remarks.trim() }),
  }))
