/** Longest value by VR, in letters (PS3.5 table 6.2-1); of a name it counts for each of its groups. */
const LONGEST: Readonly<Record<string, number>> = {
  LO: 64,
  LT: 10_240,
  PN: 64,
  SH: 16,
  ST: 1_024,
  UT: 100_000,
}

/** Values that a cut would make another value: they are as the VR says or cannot be written. */
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

/** VRs of text, and of one value only: a backslash is a letter of theirs. */
export const WHOLE_TEXTS: readonly string[] = ['LT', 'ST', 'UT']

/** Letters, none of which is torn: one of two code units, or one with its marks, is one. */
const lettersOf = (text: string): string[] => Array.from(text)

/** The first `max` letters of a text, without a mark whose letter was cut off and without blanks at the end. */
export const cut = (text: string, max: number): string => lettersOf(text).slice(0, max).join('').trimEnd()

/**
 * One group of a name with at most `max` letters: as long as it is too long its longest component gives way, so that something of
 * each is left.
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

/** An escape would switch the character set; lines have a place in long texts only. */
const withoutControls = (text: string, hasLines: boolean) =>
  text.replace(hasLines ? /[^\P{Cc}\r\n\t]/gu : /\p{Cc}+/gu, ' ')

/**
 * A value as its VR allows it: text is cut to the VR's length, or to `maxLetters` where a machine takes fewer. Throws RangeError
 * where a cut would falsify it: a date, a number, a code, an identifier.
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
