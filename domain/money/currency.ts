/** What decides the format of money: the session's locale, currency and decimals (docs/wire.md#names-and-values). */
export interface MoneyFormat {
  locale: string
  currency: string
  decimals: number
}

/** The defaults of docs/wire.md#lists-and-limits. */
export const DEFAULT_MONEY_FORMAT: MoneyFormat = { locale: 'en-IN', currency: 'INR', decimals: 2 }

const formats = new Map<string, Intl.NumberFormat>()

/** Intl options for money: exactly the client's decimals, whatever is usual for the currency. */
export function currencyOptions({ currency, decimals }: MoneyFormat): Intl.NumberFormatOptions {
  return {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }
}

const numbers = new Map<string, Intl.NumberFormat>()

/** An amount without its currency, which is shown once above: `1,20,500.00`. Independent of the machine's locale. */
export function formatAmount(amount: number, { locale, decimals }: MoneyFormat): string {
  const key = `${locale}|${decimals}`
  const formatter =
    numbers.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numbers.set(key, formatter)
  return formatter.format(amount)
}

/** Money for display: `₹1,20,500.00`, `KWD 12.500`. Independent of the machine's own locale. */
export function formatMoney(amount: number, format: MoneyFormat = DEFAULT_MONEY_FORMAT): string {
  const key = `${format.locale}|${format.currency}|${format.decimals}`
  const formatter = formats.get(key) ?? new Intl.NumberFormat(format.locale, currencyOptions(format))
  formats.set(key, formatter)
  return formatter.format(amount)
}
