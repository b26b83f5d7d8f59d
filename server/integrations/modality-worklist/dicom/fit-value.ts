/** The longest value by VR, in characters (PS3.5 table 6.2-1); for a name, per group. */
const LONGEST: Readonly<Record<string, number>> = {
  LO: 64,
  LT: 10_240,
  PN: 64,
  SH: 16,
  ST: 1_024,
  UT: 100_000,
}

/**
 * Values that must not be cut, because the cut value would mean something else: they match the VR's form or cannot be
 * encoded.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  AE: /^[\x20-\x5b\x5d-\x7e]{1,16}$/,
  AS: /^\d{3}[DWMY]$/,
  CS: /^[A-Z0-9_ ]{1,16}$/,
  DA: /^\d{8}$/,
  DS: /^[-+0-9.eE ]{1,16}$/,
  IS: /^[-+0-9 ]{1,12}$/,
  TM: /^\d{2}(\d{2}(\d{2}(\.\d{1,6})?)?)?$/,
  UI: /^[0-9.]{1,64}$/,
}

/** Text VRs with a single value, in which a backslash is a normal character. */
export const WHOLE_TEXTS: readonly string[] = ['LT', 'ST', 'UT']

/** Splits into characters without splitting surrogate pairs. */
const lettersOf = (text: string): string[] => Array.from(text)

/** Returns the first `max` characters of a text, without trailing spaces. */
export const cut = (text: string, max: number): string => lettersOf(text).slice(0, max).join('').trimEnd()

/**
 * Cuts one group of a name to at most `max` characters: repeatedly shortens its longest component, so that something
 * of each is left.
 */
export function cutName(group: string, max: number): string {
  const parts = group.replace(/\^+$/, '').split('^').map(lettersOf)
  const marks = parts.length - 1
  let over = parts.reduce((sum, part) => sum + part.length, marks) - max
  while (over > 0) {
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
    const next = Math.max(1, ...parts.filter((part) => part !== longest).map((part) => part.length))
    const give = Math.min(over, Math.max(1, longest.length - next))
    longest.length -= give
    over -= give
  }
  return parts.map((part) => part.join('').trimEnd()).join('^')
}

/**
 * Removes control characters: an escape would switch the character set, and line breaks are only allowed in long
 * texts.
 */
const withoutControls = (text: string, hasLines: boolean) =>
  text.replace(hasLines ? /[^\P{Cc}\r\n\t]/gu : /\p{Cc}+/gu, ' ')

/**
 * Returns a value in a form that its VR allows: cuts a text to the VR's length, or to `maxLetters` if a machine
 * accepts fewer. Throws RangeError if a cut would change the meaning: a date, a number, a code, an identifier.
 */
export function fitValue(vr: string, value: string, maxLetters = Infinity): string {
  const longest = LONGEST[vr]
  if (longest !== undefined) {
    const max = Math.min(longest, maxLetters)
    const text = withoutControls(value, WHOLE_TEXTS.includes(vr))
    const isName = vr === 'PN'
    return isName
      ? text
          .split('=')
          .map((group) => cutName(group, max))
          .join('=')
      : cut(text, max)
  }
  const form = FORMS[vr]
  if (form && value !== '' && !form.test(value)) throw new RangeError(`a value is no ${vr}`)
  return value
}
