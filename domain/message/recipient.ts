import type { ShareChannel } from './channels.ts'

/** The spec's words for a missing recipient (docs/visits.md#booking). */
const MISSING = { email: 'Enter email-id', mobile: 'Enter mobile number' } as const

/** E.164: country code and number together have at most 15 digits; none has fewer than 8. */
const PHONE_DIGITS = { least: 8, most: 15 } as const
const EMAIL_MAX = 254
// One ordinary address; only its mail server knows whether it exists.
const EMAIL = /^[^\s@<>(),;:"[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** The digits of a typed or pasted number. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Why an e-mail address is invalid, in the words for its field; undefined if it is valid. */
export function emailProblem(email: string): string | undefined {
  const address = email.trim()
  if (address === '') return MISSING.email
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? undefined : 'This is not an e-mail address'
}

/** Why a mobile number is invalid, in the words for its field; undefined if it is valid. */
export function mobileProblem(phonecode: string, mobile: string): string | undefined {
  if (mobile.trim() === '') return MISSING.mobile
  if (!/^\d+$/.test(mobile.trim())) return 'A mobile number has digits only'
  const { length } = fullNumber(phonecode, mobile)
  return length >= PHONE_DIGITS.least && length <= PHONE_DIGITS.most
    ? undefined
    : 'This is not a mobile number of the chosen country'
}

/** Why a country's phone code is invalid; undefined if it is valid. */
export function phoneCodeProblem(phonecode: string): string | undefined {
  return /^[1-9]\d{0,3}$/.test(phonecode.trim()) ? undefined : 'Enter the phone code of the country'
}

/** The country code of a patient's number: the patient's own, or the centre's if unknown. */
export function phoneCodeOf(own: string, ofCentre: string): string {
  return digitsOf(own) || ofCentre
}

/** Country code and number in the form for gateways: digits only, without the national trunk zero. */
export function fullNumber(phonecode: string, mobile: string): string {
  return `${digitsOf(phonecode)}${digitsOf(mobile).replace(/^0+/, '')}`
}

/**
 * The number that a kept mobile number stands for, in the form for gateways, however it was written: with blanks, hyphens,
 * brackets, or with a plus sign and its own country code. Undefined where it is no mobile number.
 */
export function dialledNumber(phonecode: string, written: string): string | undefined {
  const mobile = written.replace(/[\s().-]/gu, '')
  if (mobile.startsWith('+')) {
    const digits = mobile.slice(1)
    return /^[1-9]\d{7,14}$/.test(digits) ? digits : undefined
  }
  const isWrong = phoneCodeProblem(phonecode) ?? mobileProblem(phonecode, mobile)
  return isWrong === undefined ? fullNumber(phonecode, mobile) : undefined
}

/** The invalid fields of a share's recipient; Telegram asks for the recipient itself. */
export function recipientProblems(
  channel: ShareChannel,
  { share_to, phonecode }: { share_to: string; phonecode: string },
): { share_to?: string; phonecode?: string } {
  if (channel === 'T') return {}
  const to = channel === 'E' ? emailProblem(share_to) : mobileProblem(phonecode, share_to)
  const code = channel === 'E' ? undefined : phoneCodeProblem(phonecode)
  return { ...(to !== undefined && { share_to: to }), ...(code !== undefined && { phonecode: code }) }
}
