import { isSigned } from '#domain/status/report-status.ts'
import { listableTest, type StudyViewer } from '#domain/study/lists/listable-studies.ts'
import {
  modalitiesOf,
  type Reading,
  readingOrder,
  unsignedForReader,
} from '#domain/study/lists/reading-order.ts'
import type { ListedStudy } from '#src/db/listed-study.ts'

/** The reader, as the reading order needs it besides the viewer. */
export interface Reader {
  canSign: boolean
  /** Ids of studies that others have open. */
  busy: readonly string[]
  /** Ids of studies that the reader postponed, in that order. */
  skipped: readonly string[]
}

/** The reader, the study on the desk, and the studies left for others or for later. */
export interface NextQuestion extends Reader {
  viewer: StudyViewer
  /** The currently open study. */
  withoutId: string
  /** Ids of studies that cannot be opened now. */
  absent: readonly string[]
  /** The time from which the remaining time is computed (milliseconds). */
  now: number
}

/** Returns the id of the study to read next, of those that Dr. Worklist would show; undefined if none is left. */
export function nextStudyOf(studies: Iterable<ListedStudy>, question: NextQuestion): string | undefined {
  const { viewer, withoutId, absent } = question
  const isListable = listableTest(viewer, 'worklist')
  if (!isListable) return undefined
  const shown = [...studies].filter(isListable)
  const away = new Set(absent)
  const openable = shown.filter(({ id }) => !away.has(id))
  const [next] = readingOrder(openable, { ...readingOf(question, shown), withoutId })
  return next?.id
}

/** The reader who asks for a list, and the time. */
export interface ReaderQuestion {
  viewer: StudyViewer
  /** Without it the viewer signs nothing. */
  reader?: Reader
  /** The time from which the remaining time is computed (milliseconds); defaults to the time of the answer. */
  now?: number
}

/**
 * Returns the device's studies in the viewer's reading order, signed ones last. The input is newest first; it also
 * tells what the viewer usually reads.
 */
export function inReadingOrder(
  newestFirst: readonly ListedStudy[],
  { viewer, reader = SIGNS_NOTHING, now = Date.now() }: ReaderQuestion,
): ListedStudy[] {
  const isListable = listableTest(viewer, 'worklist')
  const shown = isListable ? newestFirst.filter(isListable) : []
  const unsigned = unsignedForReader(newestFirst, readingOf({ ...reader, viewer, now }, shown))
  return [...unsigned, ...newestFirst.filter(({ status }) => isSigned(status))]
}

const SIGNS_NOTHING: Reader = { canSign: false, busy: [], skipped: [] }

/** The reader for the reading order; `shown` are the studies of Dr. Worklist. */
function readingOf(
  { viewer, canSign, busy, skipped, now }: Reader & { viewer: StudyViewer; now: number },
  shown: readonly ListedStudy[],
): Reading {
  const { userId, isDoctor, permissions } = viewer
  return {
    person: { userId, isDoctor, canSign, permissions: new Set(permissions) },
    branchIds: new Set(viewer.branchIds),
    modalities: modalitiesOf(shown, userId),
    busy: new Set(busy),
    skipped,
    now,
  }
}
