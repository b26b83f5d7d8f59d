import { askJson } from './ask-json.ts'
import type { ImageServerSettings } from './image-server.ts'
import { fieldOf, findOrthanc, isOrthancId, textAt } from './orthanc-rest.ts'

/** The most series whose sender is read; each needs a request. */
const SERIES_LOOKED_AT = 60
/** Concurrent requests. */
const AT_ONCE = 6

/**
 * Returns the AE titles that send to an Orthanc: those of its configured modalities, and the senders of its series.
 * QIDO-RS returns neither. Returns undefined for every other server.
 */
export async function findOrthancAets(
  settings: ImageServerSettings,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const beside = await findOrthanc(settings, signal)
  if (!beside) return undefined
  const named = await askJson(beside, { path: '/modalities?expand', signal })
  const series = await askJson(beside, { path: `/series?since=0&limit=${SERIES_LOOKED_AT}`, signal })
  const ids = Array.isArray(series) ? series.filter(isOrthancId).slice(0, SERIES_LOOKED_AT) : []
  return [...aetsOfModalities(named), ...(await sendersOf(beside, ids, signal))]
}

function aetsOfModalities(named: unknown): string[] {
  if (typeof named !== 'object' || named === null) return []
  return Object.values(named)
    .map((modality) => fieldOf(modality, 'AET'))
    .filter((aet) => typeof aet === 'string')
}

async function sendersOf(
  beside: ImageServerSettings,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE).map(async (id) => {
      const metadata = await askJson(beside, { path: `/series/${id}/metadata?expand`, signal })
      const aet = textAt({ metadata }, 'metadata', 'RemoteAET')
      if (aet !== undefined) found.push(aet)
    })
    await Promise.all(some)
  }
  return found
}
