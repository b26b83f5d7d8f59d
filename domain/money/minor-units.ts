/**
 * Money is computed in whole minor units only (docs/wire.md): paise, or the fils of a dinar. Amounts on the wire
 * are numbers with the client's decimals (INR 2, KWD 3); these two functions are the only way between the two.
 */

/** Largest number of minor units that a number holds exactly. */
const MAX_MINOR = Number.MAX_SAFE_INTEGER

/**
 * Minor units of an amount as typed or as on the wire: `12.34` with 2 decimals is 1234. Works on the decimal digits,
 * never on the binary value, and rounds half away from zero. Undefined if it is not a plain number or is too large.
 */
export function findMinor(amount: number | string, decimals: number): number | undefined {
  const text = typeof amount === 'number' ? plainDigits(amount) : amount.trim()
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const kept = fraction.padEnd(decimals + 1, '0')
  const scaled =
    BigInt(`${whole}${kept.slice(0, decimals)}` || '0') + (kept.charAt(decimals) >= '5' ? 1n : 0n)
  if (scaled > BigInt(MAX_MINOR)) return undefined
  // `0 - 0` and not `-0`, which would not equal 0 in an exact comparison.
  return sign === '-' ? 0 - Number(scaled) : Number(scaled)
}

/** Minor units of a valid amount; throws RangeError if it is not one. */
export function toMinor(amount: number | string, decimals: number): number {
  const minor = findMinor(amount, decimals)
  if (minor === undefined) throw new RangeError('not an amount of money')
  return minor
}

/** `1234` with 2 decimals is `12.34`, as text with exactly that many decimals: exact for every safe integer. */
export function minorToText(minor: number, decimals: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('minor units are whole numbers')
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (decimals === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** `1234` with 2 decimals is 12.34: the number on the wire. */
export function fromMinor(minor: number, decimals: number): number {
  return Number(minorToText(minor, decimals))
}

/** The shortest decimal digits of a number without an exponent; empty if it is not a number. */
function plainDigits(amount: number): string {
  if (!Number.isFinite(amount)) return ''
  const text = String(amount)
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point)}`
}
