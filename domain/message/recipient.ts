import type { ShareChannel } from './channels.ts'

/** Words of the spec for a recipient that is missing (docs/visits.md#booking). */
const MISSING = { email: 'Enter email-id', mobile: 'Enter mobile number' } as const

/** E.164: country code and number together have at most 15 digits; nobody's is shorter than 8. */
const PHONE_DIGITS = { least: 8, most: 15 } as const
const EMAIL_MAX = 254
// One address of the ordinary kind; whether it exists only its mail server knows.
const EMAIL = /^[^\s@<>(),;:"[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Only what a number may hold of what somebody typed or pasted. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Why an e-mail address cannot be written to, in the words for its field; undefined where it can. */
export function emailProblem(email: string): string | undefined {
  const address = email.trim()
  if (address === '') return MISSING.email
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? undefined : 'This is not an e-mail address'
}

/** Why a mobile number cannot be called, in the words for its field; undefined where it can. */
export function mobileProblem(phonecode: string, mobile: string): string | undefined {
  if (mobile.trim() === '') return MISSING.mobile
  if (!/^\d+$/.test(mobile.trim())) return 'A mobile number has digits only'
  const { length } = fullNumber(phonecode, mobile)
  return length >= PHONE_DIGITS.least && length <= PHONE_DIGITS.most
    ? undefined
    : 'This is not a mobile number of the chosen country'
}

/** Why a country's phone code is none; undefined where it is one. */
export function phoneCodeProblem(phonecode: string): string | undefined {
  return /^[1-9]\d{0,3}$/.test(phonecode.trim()) ? undefined : 'Enter the phone code of the country'
}

/** The code that a patient's number is called by: the patient's own, the house's where none is known. */
export function phoneCodeOf(own: string, house: string): string {
  return digitsOf(own) || house
}

/** Country code and number as gateways take them: digits alone, without the zero of calls within the country. */
export function fullNumber(phonecode: string, mobile: string): string {
  return `${digitsOf(phonecode)}${digitsOf(mobile).replace(/^0+/, '')}`
}

/** The bad fields of a share's recipient; Telegram asks for its recipient itself. */
export function recipientProblems(
  channel: ShareChannel,
  { share_to, phonecode }: { share_to: string; phonecode: string },
): { share_to?: string; phonecode?: string } {
  if (channel === 'T') return {}
  const to = channel === 'E' ? emailProblem(share_to) : mobileProblem(phonecode, share_to)
  const code = channel === 'E' ? undefined : phoneCodeProblem(phonecode)
  return { ...(to !== undefined && { share_to: to }), ...(code !== undefined && { phonecode: code }) }
}
