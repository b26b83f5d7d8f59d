import { counts, type ReceiptStatus, type RefundStatus } from '../status/payment-status.ts'
import { needsScheme } from './payment-modes.ts'

/** Money that a patient paid, in whole minor units. */
export interface TakenMoney {
  mode: string
  minor: number
  status: ReceiptStatus
  /** The insurance scheme that pays; null for other modes. */
  schemeId: string | null
  /** A hospital or doctor paid it in a settlement: it is not a patient's money. */
  isSettlement: boolean
  /** When it was recorded, ISO 8601. */
  created: string
}

/** Money that was returned to a patient or an insurer, in whole minor units. */
export interface GivenBack {
  mode: string
  minor: number
  status: RefundStatus
  schemeId: string | null
}

/** What is left of the money received by one mode, or, for Insurance, from one insurer. */
export interface RefundPot {
  mode: string
  schemeId: string | null
  minor: number
}

/**
 * What can be refunded, by the modes in which it was received, newest first; the sum is what the patient paid. A
 * refund takes from the pot of its own mode first, then from the patient's other money, and from an insurer's last.
 */
export function refundPots(receipts: readonly TakenMoney[], refunds: readonly GivenBack[]): RefundPot[] {
  const pots: RefundPot[] = []
  const taken = receipts.filter(({ status, isSettlement }) => counts(status) && !isSettlement)
  for (const { mode, minor, schemeId } of taken.toSorted(byNewest)) {
    const pot = pots.find((one) => isPotOf(one, mode, schemeId))
    if (pot) pot.minor += minor
    else pots.push({ mode, schemeId, minor })
  }
  const back = refunds.filter(({ status }) => counts(status))
  // Each refund empties its own pot before any takes from another.
  const over = back.map(({ mode, minor, schemeId }) =>
    takeFrom(
      pots.filter((pot) => isPotOf(pot, mode, schemeId)),
      minor,
    ),
  )
  for (const rest of over) takeFrom([...pots.filter(isPatients), ...pots.filter(isInsurers)], rest)
  return pots.filter(({ minor }) => minor > 0)
}

const byNewest = (a: TakenMoney, b: TakenMoney) => b.created.localeCompare(a.created)
const isInsurers = ({ mode }: Pick<RefundPot, 'mode'>) => needsScheme(mode)
const isPatients = (pot: Pick<RefundPot, 'mode'>) => !isInsurers(pot)
const isPotOf = (pot: RefundPot, mode: string, schemeId: string | null) =>
  pot.mode === mode && (!isInsurers(pot) || pot.schemeId === schemeId)

/** Takes an amount out of pots in their order; returns the part that they did not cover. */
function takeFrom(pots: readonly RefundPot[], minor: number): number {
  let left = minor
  for (const pot of pots) {
    const part = Math.min(pot.minor, left)
    pot.minor -= part
    left -= part
  }
  return left
}

/** How an amount is refunded by default: in the modes in which it was received, newest money first. */
export function proposeRefund(minor: number, pots: readonly RefundPot[]): RefundPot[] {
  let left = minor
  return pots.flatMap((pot) => {
    const part = Math.min(pot.minor, left)
    left -= part
    return part > 0 ? [{ ...pot, minor: part }] : []
  })
}

/** Why money cannot be refunded as requested. */
export const REFUND_PROBLEMS = {
  over: 'You can not refund more than received!',
  insurer: 'The insurer cannot be refunded more than it paid.',
  scheme: 'Say which insurer gets the money back.',
  as_cash: 'This was paid by insurance and goes back to the insurer.',
} as const
export type RefundProblem = keyof typeof REFUND_PROBLEMS

/**
 * Why these amounts cannot be refunded; undefined if they can. Money from an insurer goes back to that insurer, unless
 * `mayPayOut` (the right to refund insurance as cash).
 */
export function findRefundProblem(
  wanted: readonly RefundPot[],
  pots: readonly RefundPot[],
  mayPayOut: boolean,
): RefundProblem | undefined {
  if (sum(wanted) > sum(pots)) return 'over'
  for (const { mode, schemeId, minor } of wanted.filter(isInsurers)) {
    if (schemeId === null) return 'scheme'
    const pot = pots.find((one) => isPotOf(one, mode, schemeId))
    if (minor > (pot?.minor ?? 0)) return 'insurer'
  }
  const isPaidOut = sum(wanted.filter(isPatients)) > sum(pots.filter(isPatients))
  return isPaidOut && !mayPayOut ? 'as_cash' : undefined
}

const sum = (pots: readonly RefundPot[]) => pots.reduce((total, { minor }) => total + minor, 0)
