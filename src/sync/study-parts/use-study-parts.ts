import { recordOf, type StudyPartType, type SyncBodyOf } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Repository } from '#src/db/repository.ts'
import { openWaiting, readWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

interface StoredParts {
  copies: CopyRow[]
  waiting: OverlayRow[]
}

/** A part of a study as shown. */
export type ShownPart<Type extends StudyPartType> = SyncBodyOf<Type> & {
  /** The server does not have it in this form yet. */
  isWaiting: boolean
}

/** A waiting change with this field hides its part (see the Patch of a delete). */
export const REMOVED = 'removed'

export interface StudyParts<Type extends StudyPartType> {
  /** The rows on this device, with the waiting changes; undefined until they are read. */
  rows: ShownPart<Type>[] | undefined
  error?: Error
}

/** Returns comments, documents, addenda, booklet or critical results of a study with waiting changes, unordered. */
export function useStudyParts<Type extends StudyPartType>(type: Type, studyId: string): StudyParts<Type> {
  return useStudyPartsOf(type, [studyId])
}

/** As useStudyParts, for several studies together. */
export function useStudyPartsOf<Type extends StudyPartType>(
  type: Type,
  studyIds: readonly string[],
): StudyParts<Type> {
  const { answer, error } = useLive(partsOf(type, studyIds), `${type} ${studyIds.join(' ')}`)
  return { rows: answer, error }
}

/** As useStudyParts, read once, for code outside of screens. */
export async function findStudyParts<Type extends StudyPartType>(
  device: Device,
  type: Type,
  studyId: string,
): Promise<ShownPart<Type>[]> {
  const question = partsOf(type, [studyId])
  return question.open(await question.read(device), device)
}

function partsOf<Type extends StudyPartType>(
  type: Type,
  studyIds: readonly string[],
): LiveQuestion<StoredParts, ShownPart<Type>[]> {
  const { table } = recordOf(type).copies
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([
        cache[table]
          .where('study')
          .anyOf([...studyIds])
          .toArray(),
        readWaiting(work, type),
      ])
      return { copies, waiting }
    },
    open: async ({ copies, waiting }, { databases }) => {
      const repository = databases[table] as unknown as Repository<CopyRow, SyncBodyOf<Type>>
      const [opened, changes] = await Promise.all([
        repository.openAll(copies),
        openWaiting(databases, waiting),
      ])
      const known = new Map<string, SyncBodyOf<Type>>(opened.map(({ id, body }) => [id, body]))
      const ids = new Set([...known.keys(), ...changes.keys()])
      return [...ids].flatMap((id) => {
        const ofId = changes.get(id)
        // A record that exists only here is built from its waiting changes.
        const base = known.get(id) ?? ({ id, rev: 0 } as SyncBodyOf<Type>)
        const shown = withWaiting(base, ofId)
        if (!studyIds.includes(shown.study_id) || REMOVED in shown) return []
        return [{ ...shown, isWaiting: shown !== base }]
      })
    },
  }
}
