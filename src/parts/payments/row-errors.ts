import type { PaymentField } from '#domain/money/check-payment.ts'
import type { PaymentRows } from './use-payment-rows.ts'

/** Returns a field's error: its text, true if the first mode shows the text, or false if there is no error. */
export type ErrorAt = (mode: string, field: PaymentField) => string | boolean

/** Finds the error of a field: from the form's own check, else from the server's errors by field name. */
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

/** Returns true for a field of the call that is shown in a row. */
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
