/** Marks a variable part of a registered SMS text (India, DLT). */
export const VARIABLE_MARK = '{#var#}'
/** Longest text that carriers accept for one variable. */
export const VARIABLE_MAX = 30

/**
 * True if `text` is an instance of the `registered` one: identical outside of its variables, and at most 30
 * characters in each. Carriers silently drop texts that differ. Without a registered text everything fits.
 */
export function fitsRegistered(text: string, registered: string): boolean {
  if (registered.trim() === '') return true
  const [first = '', ...others] = registered.split(VARIABLE_MARK)
  if (!text.startsWith(first)) return false
  // Positions where the text may continue after the fixed parts read so far: a set, so that many variables stay cheap.
  let places = new Set([first.length])
  for (const part of others) places = new Set([...places].flatMap((place) => endsOf(text, place, part)))
  return places.has(text.length)
}

/** Possible ends of a fixed part that follows a variable starting at `from`. */
function endsOf(text: string, from: number, part: string): number[] {
  const ends: number[] = []
  for (let length = 0; length <= VARIABLE_MAX && from + length + part.length <= text.length; length += 1)
    if (text.startsWith(part, from + length)) ends.push(from + length + part.length)
  return ends
}

/** The number of variables in a registered text. */
export const variablesIn = (registered: string): number => registered.split(VARIABLE_MARK).length - 1
