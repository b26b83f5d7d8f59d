import type { BookingDraft } from '#src/parts/booking/draft/draft.ts'
import type { Reckoning } from '#src/parts/booking/draft/reckon.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.services

/** The problems with typed charges, in words for each field. */
export interface ChargeProblems {
  head: string | undefined
  percent: string | undefined
  amount: string | undefined
  /** Of services, by their ids. */
  charges: ReadonlyMap<string, string>
  discount: ReadonlyMap<string, string>
  /** Shown at the button: each rule once. */
  words: readonly string[]
}

export interface TypedCharges {
  draft: Pick<BookingDraft, 'discount'>
  reckoning: Pick<Reckoning, 'lines' | 'isDiscountWrong'>
  /** Services below a list price that the person may not undercut. */
  tooLow: readonly string[]
  /** The server's errors for fields of the call, by their names. */
  refused: Readonly<Record<string, string>>
  /** The ids of the services in the order in which they were sent. */
  sent: readonly string[]
}

/** Returns the problems with typed charges, by field. */
export function chargeProblems({ draft, reckoning, tooLow, refused, sent }: TypedCharges): ChargeProblems {
  const charges = new Map(tooLow.map((id) => [id, WORDS.tooLow as string]))
  const discount = new Map<string, string>()
  for (const { id, problem } of reckoning.lines) {
    if (problem === 'charges') charges.set(id, WORDS.noAmount)
    if (problem === 'discount') discount.set(id, WORDS.wrong)
  }
  const whole = reckoning.isDiscountWrong ? draft.discount.kind : undefined
  const percent = whole === 'percent' ? WORDS.wrongPercent : undefined
  const amount = whole === 'amount' ? WORDS.wrong : undefined
  const own = [percent, amount, ...charges.values(), ...discount.values()]
  for (const [name, rule] of Object.entries(refused)) {
    const found = fieldOf(name, sent)
    if (found) (found.field === 'charges' ? charges : discount).set(found.id, rule)
  }
  return {
    head: refused.discount_head_id,
    percent,
    amount,
    charges,
    discount,
    words: [...new Set(own.filter((one) => one !== undefined))],
  }
}

/** Returns true for a field of the call that the table shows. */
export const isChargeField = (name: string, sent: readonly string[]): boolean =>
  name === 'discount_head_id' || fieldOf(name, sent) !== undefined

function fieldOf(name: string, sent: readonly string[]) {
  const found = LINE_FIELD.exec(name)?.groups
  const id = sent[Number(found?.at)]
  return found && id !== undefined ? { id, field: found.field } : undefined
}

const LINE_FIELD = /^services\.(?<at>\d+)\.(?<field>charges|discount)$/
