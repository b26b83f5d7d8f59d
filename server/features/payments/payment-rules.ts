import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals, PAYMENT_PROBLEMS } from '#domain/money/check-payment.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { isCash, needsScheme } from '#domain/money/payment-modes.ts'
import type { Context } from '#server/kernel/context.ts'

/** One mode of a payment or refund, as received. */
interface Given {
  id: string
  mode: string
  amount: number
  pay_scheme_id?: string | null | undefined
}

/** The rules that the amounts and modes of one act must meet. */
interface Asked {
  /** The name of the list in the input, for refused fields; empty for calls that accept one only. */
  list: string
  decimals: number
  /** A refund to an insurer is accepted even if the mode is no longer offered. */
  isRefund?: boolean
}

/**
 * Throws, by field, if an amount has more decimals than the client's currency, a mode is hidden by the client, or an
 * id occurs twice. A hidden mode is accepted from a device that worked offline and could not know of it.
 */
export async function demandPayable(
  ctx: Context,
  given: readonly Given[],
  { list, decimals, isRefund = false }: Asked,
): Promise<void> {
  const hidden = ctx.madeOffline ? [] : await hiddenModes(ctx)
  const fields: Record<string, string> = {}
  for (const [at, { amount, mode }] of given.entries()) {
    if (hasMoreDecimals(amount, decimals))
      fields[fieldName(list, at, 'amount')] = `has at most ${decimals} decimals`
    if (hidden.includes(mode) && !(isRefund && needsScheme(mode)))
      fields[fieldName(list, at, 'mode')] = 'is not offered here'
  }
  if (new Set(given.map(({ id }) => id)).size < given.length)
    fields[list || 'id'] = 'names one id for two amounts'
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
}

/** Throws for Insurance without a scheme in use, and for a scheme with a mode that has none. */
export async function demandSchemes(ctx: Context, given: readonly Given[], list: string): Promise<void> {
  for (const [at, { mode, pay_scheme_id }] of given.entries()) {
    const field = fieldName(list, at, 'pay_scheme_id')
    if (!needsScheme(mode)) {
      if (pay_scheme_id) throw new Refusal('invalid', undefined, { fields: { [field]: 'is for Insurance' } })
      continue
    }
    if (!pay_scheme_id || !(await isSchemeUsable(ctx, pay_scheme_id)))
      throw new Refusal('invalid', PAYMENT_PROBLEMS.scheme, { fields: { [field]: PAYMENT_PROBLEMS.scheme } })
  }
}

/** Throws if tendered money is not cash, is less than the amount, or has more decimals than the client's currency. */
export function demandTendered(
  given: readonly (Given & { tendered?: number | undefined })[],
  { list, decimals }: Asked,
) {
  const fields: Record<string, string> = {}
  for (const [at, { mode, amount, tendered }] of given.entries()) {
    if (tendered === undefined) continue
    const field = fieldName(list, at, 'tendered')
    if (!isCash(mode)) fields[field] = 'is for Cash'
    else if (hasMoreDecimals(tendered, decimals)) fields[field] = `has at most ${decimals} decimals`
    else if (toMinor(tendered, decimals) < toMinor(amount, decimals))
      fields[field] = 'is less than the amount'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
}

const fieldName = (list: string, at: number, name: string) => (list ? `${list}.${at}.${name}` : name)

async function hiddenModes({ tx, caller }: Context): Promise<readonly string[]> {
  const setting = await tx
    .selectFrom('client_setting')
    .select('hidden_payment_modes')
    .where('client_id', '=', caller.clientId)
    .executeTakeFirst()
  return setting?.hidden_payment_modes ?? []
}

// A scheme that was deactivated while the device was offline is accepted, because it still identifies the payer.
async function isSchemeUsable({ tx, caller, madeOffline }: Context, id: string): Promise<boolean> {
  const scheme = await tx
    .selectFrom('payment_type_scheme')
    .select(['active', 'hidden'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return scheme !== undefined && (madeOffline || (scheme.active && scheme.hidden === null))
}
