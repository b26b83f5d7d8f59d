/** Other spellings of a currency in sheets besides its code; in lower case, without the trailing dot. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  INR: ['₹', '₨', 'rs', 're', 'रु', 'रू'],
  KWD: ['kd', 'k.d', 'د.ك'],
  AED: ['dh', 'dhs', 'د.إ'],
  SAR: ['sr', 's.r', 'ر.س', '\u20c1'],
  QAR: ['qr', 'q.r', 'ر.ق'],
  OMR: ['ro', 'r.o', 'ر.ع'],
  BHD: ['bd', 'b.d', 'د.ب'],
  EGP: ['le', 'l.e', 'e£', 'ج.م'],
  USD: ['$', 'us$'],
  EUR: ['€'],
  GBP: ['£'],
  PKR: ['₨', 'rs'],
  LKR: ['₨', 'rs', 'රු'],
  NPR: ['₨', 'rs', 'रु', 'रू'],
  BDT: ['৳', 'tk'],
  SGD: ['$', 's$'],
  AUD: ['$', 'a$'],
  CAD: ['$', 'c$', 'ca$'],
  NGN: ['₦'],
  PHP: ['₱'],
  JPY: ['¥'],
  CNY: ['¥'],
}

const NUMBER = /\p{Nd}[\p{Nd}.,'’٫٬\s\u00a0\u202f]*\p{Nd}|\p{Nd}/u

/** Splits an amount from the currency before or after it; the currency is empty if there is none. */
export function splitCurrency(text: string): { amount: string; sign: string } {
  // Indian papers end an amount like 1200/-.
  const written = text.replace(/\s*\/-$/, '')
  const found = NUMBER.exec(written)
  if (!found) return { amount: written, sign: '' }
  const before = written.slice(0, found.index).trim()
  const behind = written.slice(found.index + found[0].length).trim()
  const sign = `${before}${behind}`.replace(/\.$/, '')
  // Text on both sides, a minus or a percent sign is not a currency.
  const isCurrency = (before === '' || behind === '') && /^[\p{L}\p{M}\p{Sc}.]+$/u.test(sign)
  return isCurrency ? { amount: found[0], sign } : { amount: written, sign: '' }
}

/** True if a sign or code means the currency (ISO 4217 code). */
export function isSignOf(sign: string, currency: string): boolean {
  const written = sign.toLowerCase()
  return written === currency.toLowerCase() || (SIGNS[currency]?.includes(written) ?? false)
}
