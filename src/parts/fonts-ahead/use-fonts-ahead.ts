import { useEffect, useMemo } from 'react'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Long enough after the rows stand that nothing that a person waits for is held up. */
const REST_MS = 3_000

/**
 * Keeps on this device the fonts in which these names are written and those of the country's language, while there is a
 * network: the first paper in a script is then made offline too.
 */
export function useFontsAhead(names: readonly string[]): void {
  const { online } = useLink()
  const locale = useSession()?.locale ?? ''
  const letters = useMemo(() => foreignLetters(names), [names])
  useEffect(() => {
    if (!online) return undefined
    // What fails is fetched with the paper.
    const start = () =>
      void import('#src/workers/letters-client.ts')
        .then(({ keepFontsAhead }) => keepFontsAhead(letters, locale))
        .catch(() => undefined)
    const timer = setTimeout(start, REST_MS)
    return () => clearTimeout(timer)
  }, [online, letters, locale])
}

/** The letters beyond Latin, each once and in order, so that the same ones are the same text. */
function foreignLetters(names: readonly string[]): string {
  const letters = new Set(names.flatMap((name) => name.match(/[\u0250-\u{10FFFF}]/gu) ?? []))
  return [...letters].sort().join('')
}
