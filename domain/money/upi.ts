/** True for an address that money is sent to by UPI: a name and a bank's handle, such as clinic@okaxis. */
export const isUpiId = (text: string): boolean =>
  /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/u.test(text)

/** A payment as a patient's UPI app is asked for it. */
export interface UpiAsked {
  upiId: string
  /** Whom the app names. */
  payee: string
  /** The exact amount as digits with a dot, such as 1450.00. */
  amount: string
  /** What it is for, such as the number of the visit. */
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
  // Apps take the @ of the address as it is.
  return `upi://pay?${query.join('&').replace('%40', '@')}`
}

/** Payment modes that a UPI code is for. */
const UPI_MODES: readonly string[] = ['GPay', 'PayTM', 'PhonePE', 'Other_UPI']
export const isUpi = (mode: string): boolean => UPI_MODES.includes(mode)
