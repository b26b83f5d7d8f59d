import { listableTest, type StudyViewer } from '#domain/study/listable-studies.ts'
import { modalitiesOf, readingOrder } from '#domain/study/reading-order.ts'
import type { ListedStudy } from '#src/db/listed-study.ts'

/** Who reads, what stands on the desk, and what is left for others or for later. */
export interface NextQuestion {
  viewer: StudyViewer
  canSign: boolean
  /** The study on the desk now. */
  withoutId: string
  /** Ids of studies that others have open. */
  busy: readonly string[]
  /** Ids of studies that cannot be opened now. */
  absent: readonly string[]
  /** Ids of studies that the person put off, in that order. */
  skipped: readonly string[]
  /** By it the time left is judged (milliseconds). */
  now: number
}

/** Id of the study that the person reads next, of those that Dr. Worklist would show; undefined where none is left. */
export function nextStudyOf(studies: Iterable<ListedStudy>, question: NextQuestion): string | undefined {
  const { viewer, canSign, withoutId, busy, absent, skipped, now } = question
  const isListable = listableTest(viewer, 'worklist')
  if (!isListable) return undefined
  const shown = [...studies].filter(isListable)
  const permissions = new Set(viewer.permissions)
  const away = new Set(absent)
  const openable = shown.filter(({ id }) => !away.has(id))
  const [next] = readingOrder(openable, {
    person: { userId: viewer.userId, isDoctor: viewer.isDoctor, canSign, permissions },
    branchIds: new Set(viewer.branchIds),
    modalities: modalitiesOf(shown, viewer.userId),
    withoutId,
    busy: new Set(busy),
    skipped,
    now,
  })
  return next?.id
}
