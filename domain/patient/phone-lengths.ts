/**
 * The most digits of a mobile number after the country code, by that code. Other countries use the limit of the
 * international numbering plan.
 */
const LENGTHS: Readonly<Record<string, number>> = {
  '1': 10,
  '7': 10,
  '20': 10,
  '27': 9,
  '31': 9,
  '33': 9,
  '34': 9,
  '39': 10,
  '44': 10,
  '49': 11,
  '60': 10,
  '61': 9,
  '62': 12,
  '63': 10,
  '65': 8,
  '66': 9,
  '81': 10,
  '86': 11,
  '90': 10,
  '91': 10,
  '92': 10,
  '93': 9,
  '94': 9,
  '95': 10,
  '98': 10,
  '234': 10,
  '249': 9,
  '251': 9,
  '254': 9,
  '255': 9,
  '256': 9,
  '370': 8,
  '371': 8,
  '372': 8,
  '880': 10,
  '960': 7,
  '961': 8,
  '962': 9,
  '963': 9,
  '964': 10,
  '965': 8,
  '966': 9,
  '967': 9,
  '968': 8,
  '970': 9,
  '971': 9,
  '973': 8,
  '974': 8,
  '975': 8,
  '977': 10,
}
/** E.164 allows no longer numbers. */
export const PHONE_DIGITS_MAX = 15

/** The most digits of a mobile number with this country code; `phoneCode` has digits only. */
export const phoneDigitsMax = (phoneCode: string): number => LENGTHS[phoneCode] ?? PHONE_DIGITS_MAX

/** The digits of a text, for a number that was copied with spaces and marks. */
export const digitsOf = (text: string): string => text.replace(/\D/gu, '')
