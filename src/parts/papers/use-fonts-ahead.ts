import { useEffect, useMemo } from 'react'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Long enough after the rows appear that nothing visible is delayed. */
const REST_MS = 3_000

/**
 * While online, caches the fonts for the scripts of these names and of the country's language, so that the first paper
 * in a script can also be created offline.
 */
export function useFontsAhead(names: readonly string[]): void {
  const { online } = useLink()
  const locale = useSession()?.locale ?? ''
  const letters = useMemo(() => foreignLetters(names), [names])
  useEffect(() => {
    if (!online) return undefined
    // If this fails, the fonts load with the paper.
    const start = () =>
      void import('#src/workers/letters-client.ts')
        .then(({ keepFontsAhead }) => keepFontsAhead(letters, locale))
        .catch(() => undefined)
    const timer = setTimeout(start, REST_MS)
    return () => clearTimeout(timer)
  }, [online, letters, locale])
}

/** Returns the non-Latin characters, each once and sorted, so that equal sets give equal strings. */
function foreignLetters(names: readonly string[]): string {
  const letters = new Set(names.flatMap((name) => name.match(/[\u0250-\u{10FFFF}]/gu) ?? []))
  return [...letters].sort().join('')
}
