/** Maximum number of planned statements; each costs every connection some memory for its lifetime. */
const NAMES_MAX = 200
/** Maximum number of remembered texts that were used once so far. */
const SEEN_MAX = 1_000
/** Longer texts are lists of values, of a different length each time. */
const TEXT_MAX = 5_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * Returns the name under which connections keep a statement's plan, the same in all of them, from its second use on.
 * Undefined if it is not kept: it is used for the first time, is too long, or there are too many already.
 */
export function findStatementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === NAMES_MAX || text.length > TEXT_MAX) return known
  if (!seen.delete(text)) {
    if (seen.size === SEEN_MAX) seen.clear()
    seen.add(text)
    return undefined
  }
  const name = `kept_${names.size + 1}`
  names.set(text, name)
  return name
}
