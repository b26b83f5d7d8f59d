import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { isInDays, narrowerSlices, type QuerySlice, sliceWords } from '#domain/study/dicom/query-slice.ts'
import type { DayText } from '#domain/time/zones.ts'
import { type ImageServer, ImageServerError, type StudyPage } from '#server/integrations/pacs/image-server.ts'
import type { PollReport } from './take-page.ts'

/** The progress of reading an image server: slice by slice, page by page. */
export interface SliceWalk {
  /** The first slice is in progress. */
  todo: QuerySlice[]
  offset: number
  /** The UID of the slice's first study; if it appears again later, the server ignores offsets. */
  first: string | undefined
  /** True if the last page said that more studies exist. */
  saidMore: boolean
  /** True if the server has returned a response to any query of this walk. */
  hasAnswered: boolean
}

export const startWalk = (todo: readonly QuerySlice[]): SliceWalk => ({
  todo: [...todo],
  offset: 0,
  first: undefined,
  saidMore: false,
  hasAnswered: false,
})

export interface WalkStep {
  server: Pick<ImageServer, 'findStudies'>
  today: DayText
  limit: number
  report: PollReport
  signal: AbortSignal
  /** Imports a page; returns the UIDs of its studies. */
  take: (headers: readonly unknown[]) => Promise<string[]>
}

/**
 * Sends one query of a walk and imports its result; returns the number of studies in it. An empty result ends a
 * slice. A slice that the server refuses as too broad, or whose rest it hides, is replaced by smaller ones.
 */
export async function stepOn(walk: SliceWalk, step: WalkStep): Promise<number> {
  const [slice] = walk.todo
  if (!slice) return 0
  const page = await askPage(walk, slice, step)
  if (!page) return 0
  const { studies: headers, saysMore } = page
  if (headers.length === 0) {
    if (!walk.saidMore || !narrow(walk, slice, step.today)) next(walk)
    return 0
  }
  const [first] = await step.take(headers)
  if (walk.offset === 0) walk.first = first
  else if (first === walk.first) {
    endRepeated(walk, slice, page, step)
    return headers.length
  }
  walk.saidMore = saysMore
  walk.offset += headers.length
  return headers.length
}

async function askPage(
  walk: SliceWalk,
  slice: QuerySlice,
  { server, today, limit, report, signal }: WalkStep,
) {
  try {
    const page = await server.findStudies({ ...slice, limit, offset: walk.offset }, signal)
    walk.hasAnswered = true
    return page
  } catch (error) {
    if (!(error instanceof ImageServerError && error.isTooBroad)) throw error
    if (!narrow(walk, slice, today)) {
      // A server that refuses every query has another fault.
      if (!walk.hasAnswered) throw error
      report.refused.add(sliceWords(slice))
      next(walk)
    }
    report.isSliced = true
    return undefined
  }
}

/** The first page came again: smaller slices reveal the rest, if the server filters by day at all. */
function endRepeated(
  walk: SliceWalk,
  slice: QuerySlice,
  { studies: headers, saysMore }: StudyPage,
  { report, today, limit }: WalkStep,
): void {
  if (headers.length < limit && !saysMore) {
    next(walk)
    return
  }
  // A server that returns more than the limit returns everything.
  const isWhole = headers.length > limit
  const isOfOtherDays = headers.some((header) => !isInDays(slice, studyDay(header)))
  if (isWhole || isOfOtherDays) {
    if (isOfOtherDays && !isWhole) report.hidesBehind = headers.length
    walk.todo = []
  } else if (!narrow(walk, slice, today)) {
    report.hidesBehind = headers.length
    next(walk)
  }
}

function narrow(walk: SliceWalk, slice: QuerySlice, today: DayText): boolean {
  const narrower = narrowerSlices(slice, today)
  if (narrower.length === 0) return false
  next(walk)
  walk.todo.unshift(...narrower)
  return true
}

function next(walk: SliceWalk): void {
  walk.todo.shift()
  walk.offset = 0
  walk.first = undefined
  walk.saidMore = false
}

const STUDY_DATE = '00080020'

function studyDay(header: unknown): DayText | undefined {
  const date = (header as Record<string, { Value?: unknown } | undefined>)[STUDY_DATE]?.Value
  const [first] = Array.isArray(date) ? date : []
  return typeof first === 'string' ? dayOfDicom(first) : undefined
}
