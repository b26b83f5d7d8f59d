import type { ReadQuery } from '#server/integrations/modality-worklist/dicom/read-set.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import type { AdmittedAsker } from '#server/integrations/modality-worklist/worklist-server.ts'
import type { LearnedProfile } from './public/machine-profiles.ts'

/** Minimum interval between writes of a machine's row, however often it queries. */
const KEEP_MS = 5_000
/** Maximum number of buffered machines; a client has a few dozen. */
const HELD_MAX = 1_000

/** Stores what was learned about one machine. */
export type KeepLearned = (clientId: string, aet: string, learned: LearnedProfile) => Promise<void>

/** Learns the properties of machines from their queries, and writes them every few seconds and at the end. */
export class ProfileLearner {
  readonly #held = new Map<string, { asker: AdmittedAsker; learned: LearnedProfile }>()
  readonly #keep: KeepLearned
  readonly #failed: (error: unknown) => void
  readonly #timer: NodeJS.Timeout

  constructor(keep: KeepLearned, failed: (error: unknown) => void, everyMs = KEEP_MS) {
    this.#keep = keep
    this.#failed = failed
    this.#timer = setInterval(() => void this.flush(), everyMs)
    this.#timer.unref()
  }

  note(asker: AdmittedAsker, query: ReadQuery, now: Date): void {
    const name = JSON.stringify([asker.clientId, asker.calling])
    const asked = (this.#held.get(name)?.learned.asked ?? 0) + 1
    if (asked === 1 && this.#held.size >= HELD_MAX) return
    const learned = {
      address: asker.address,
      askedSet: query.characterSet ?? '',
      pduMax: asker.pduMax,
      returnKeys: keysOf(query.set),
      asked,
      lastSeen: now,
    }
    this.#held.set(name, { asker, learned })
  }

  /** Writes the buffered entries. */
  async flush(): Promise<void> {
    const held = [...this.#held.values()]
    this.#held.clear()
    for (const { asker, learned } of held)
      await this.#keep(asker.clientId, asker.calling, learned).catch(this.#failed)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

/** Returns the keywords that a query requests, prefixed by the keyword of their sequence. */
function keysOf(set: DicomSet, before = ''): string[] {
  return Object.entries(set).flatMap(([name, value]) => {
    const inner = (Array.isArray(value) ? value : []).filter(
      (one): one is DicomSet => typeof one === 'object' && one !== null,
    )
    return [before + name, ...inner.flatMap((one) => keysOf(one, `${name}.`))]
  })
}
