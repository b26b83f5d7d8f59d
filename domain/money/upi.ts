/** True for a UPI address: a name and a bank's handle, such as clinic@okaxis. */
export const isUpiId = (text: string): boolean =>
  /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/u.test(text)

/** A payment as requested from a patient's UPI app. */
export interface UpiAsked {
  upiId: string
  /** The payee that the app shows. */
  payee: string
  /** The exact amount as digits with a dot, such as 1450.00. */
  amount: string
  /** The purpose, such as the number of the visit. */
  note: string
}

/**
 * The link behind a UPI code (NPCI "UPI Linking Specifications"): an app that scans it asks for this amount and no other.
 * UPI pays Indian rupees only.
 */
export function upiLink({ upiId, payee, amount, note }: UpiAsked): string {
  const fields = { pa: upiId, pn: payee, am: amount, cu: 'INR', tn: note }
  const query = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // UPI apps expect an unescaped @ in the address.
  return `upi://pay?${query.join('&').replace('%40', '@')}`
}

/** Payment modes for which a UPI code is shown. */
const UPI_MODES: readonly string[] = ['GPay', 'PayTM', 'PhonePE', 'Other_UPI']
export const isUpi = (mode: string): boolean => UPI_MODES.includes(mode)
