import type { PaymentField } from '#domain/money/check-payment.ts'
import type { PaymentRows } from './use-payment-rows.ts'

/** Returns what is wrong with a field of a mode: words, true if the first mode shows the words, false if nothing is wrong. */
export type ErrorAt = (mode: string, field: PaymentField) => string | boolean

/** Finds the words of a field: of what the form finds wrong, else of what the server said by the names of the call. */
export function rowErrors(
  { rows, fault }: Pick<PaymentRows, 'rows' | 'fault'>,
  refused: Readonly<Record<string, string>>,
): ErrorAt {
  const said = Object.entries(refused).map(([name, rule]) => ({ ...partsOf(name), rule }))
  return (mode, field) => {
    if (fault?.field === field && fault.modes.includes(mode))
      return fault.modes[0] === mode ? fault.words : true
    const at = rows.findIndex((row) => row.mode === mode)
    return said.find((one) => one.at === at && one.field === field)?.rule ?? false
  }
}

/** True for a field of the call that stands in a row. */
export const isRowField = (name: string): boolean => partsOf(name).field !== undefined

function partsOf(name: string): { at: number; field: PaymentField | undefined } {
  const found = ROW_FIELD.exec(name)?.groups
  return { at: Number(found?.at), field: FIELDS.get(found?.field ?? '') }
}

const ROW_FIELD = /^(?:receipts|refunds)\.(?<at>\d+)\.(?<field>\w+)$/
const FIELDS: ReadonlyMap<string, PaymentField> = new Map([
  ['amount', 'amount'],
  ['mode', 'amount'],
  ['pay_scheme_id', 'schemeId'],
  ['tendered', 'tendered'],
])
