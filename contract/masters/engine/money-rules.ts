import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import type { Field } from './field.ts'

type Values = Readonly<Record<string, unknown>>

/** A percentage has two decimals in every currency. */
const PERCENT_DECIMALS = 2

/**
 * The money fields among `names` with more decimals than the client's money has, with the broken rule of each. `values`
 * is the record as it would be saved, so that an amount that is a percentage is recognised as one.
 */
export function brokenMoney(
  fields: Readonly<Record<string, Field>>,
  values: Values,
  names: readonly string[],
  decimals: number,
): Record<string, string> {
  const broken: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'money' && field.kind !== 'chargeMap') continue
    const kind = field.kind === 'money' ? field.percentBy : undefined
    if (!names.includes(name) && !(kind !== undefined && names.includes(kind))) continue
    const isPercent = kind !== undefined && (values[kind] ?? 'Percent') === 'Percent'
    const rule = amountsOf(values[name])
      .map((amount) => brokenDecimals(amount, isPercent ? PERCENT_DECIMALS : decimals))
      .find((found) => found !== undefined)
    if (rule !== undefined) broken[name] = rule
  }
  return broken
}

/** True if one of the fields is money of the client. */
export const hasMoney = (fields: Readonly<Record<string, Field>>): boolean =>
  Object.values(fields).some(({ kind }) => kind === 'money' || kind === 'chargeMap')

function amountsOf(value: unknown): number[] {
  const amounts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return amounts.filter((amount) => typeof amount === 'number')
}
