/** So many statements a connection keeps planned; each costs it some memory for as long as it lives. */
const NAMES_MAX = 200
/** So many texts are remembered that came once so far. */
const SEEN_MAX = 1_000
/** Longer texts are lists of values, of another length each time. */
const TEXT_MAX = 5_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * The name under which connections keep a statement planned, the same for a text in all of them; from its second use
 * on. Undefined where it is not kept: it came for the first time, is a long one, or there are too many already.
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
