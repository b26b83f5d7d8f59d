/** How people write a currency in a sheet beside its code; in lower case, without the dot at the end. */
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

/** An amount without the currency that stands before or behind it, and that currency; empty where none does. */
export function splitCurrency(text: string): { amount: string; sign: string } {
  // 1200/- is how Indian papers close an amount.
  const written = text.replace(/\s*\/-$/, '')
  const found = NUMBER.exec(written)
  if (!found) return { amount: written, sign: '' }
  const before = written.slice(0, found.index).trim()
  const behind = written.slice(found.index + found[0].length).trim()
  const sign = `${before}${behind}`.replace(/\.$/, '')
  // Signs on both sides, a minus or a percent are no currency.
  const isCurrency = (before === '' || behind === '') && /^[\p{L}\p{M}\p{Sc}.]+$/u.test(sign)
  return isCurrency ? { amount: found[0], sign } : { amount: written, sign: '' }
}

/** True where a sign or code stands for the currency (ISO 4217 code). */
export function isSignOf(sign: string, currency: string): boolean {
  const written = sign.toLowerCase()
  return written === currency.toLowerCase() || (SIGNS[currency]?.includes(written) ?? false)
}
