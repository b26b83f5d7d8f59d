/** A service as a request can name it. */
interface NamedService {
  id: string
  name: string
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns the service that a request names: the one with the same words, else the only one whose words all
 * occur in the text, or that contains all words of the text. Returns undefined if several match, so that a
 * person chooses.
 */
export function namedService<Service extends NamedService>(
  text: string,
  services: readonly Service[],
): Service | undefined {
  const wanted = new Set(wordsOf(text))
  if (wanted.size === 0) return undefined
  const known = services.map((service) => ({ service, words: wordsOf(service.name) }))
  const within = known.filter(({ words }) => words.length > 0 && words.every((word) => wanted.has(word)))
  const same = within.find(({ words }) => new Set(words).size === wanted.size)
  if (same) return same.service
  const around = known.filter(({ words }) => [...wanted].every((word) => words.includes(word)))
  const [found, other] = within.length > 0 ? within : around
  return found && !other ? found.service : undefined
}
