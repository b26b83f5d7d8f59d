/** Stands in a registered SMS text where the carrier lets the words differ (India, DLT). */
export const VARIABLE_MARK = '{#var#}'
/** Longest text that carriers take in the place of one variable. */
export const VARIABLE_MAX = 30

/**
 * True where `text` is an instance of the `registered` one: equal to the letter outside of its variables, and at most 30
 * characters in each. Carriers drop what differs without a word. Without a registered text everything fits.
 */
export function fitsRegistered(text: string, registered: string): boolean {
  if (registered.trim() === '') return true
  const [first = '', ...others] = registered.split(VARIABLE_MARK)
  if (!text.startsWith(first)) return false
  // Places at which the text may go on after the fixed parts that were read: a set, so that many variables stay cheap.
  let places = new Set([first.length])
  for (const part of others) places = new Set([...places].flatMap((place) => endsOf(text, place, part)))
  return places.has(text.length)
}

/** Where a fixed part may end that follows a variable which begins at `from`. */
function endsOf(text: string, from: number, part: string): number[] {
  const ends: number[] = []
  for (let length = 0; length <= VARIABLE_MAX && from + length + part.length <= text.length; length += 1)
    if (text.startsWith(part, from + length)) ends.push(from + length + part.length)
  return ends
}

/** How often the carrier lets the words differ. */
export const variablesIn = (registered: string): number => registered.split(VARIABLE_MARK).length - 1
