import { dayOfDicom } from '#domain/study/dicom-time.ts'
import { isInDays, narrowerSlices, type QuerySlice, sliceWords } from '#domain/study/query-slice.ts'
import type { DayText } from '#domain/time/zones.ts'
import { type ImageServer, ImageServerError, type StudyPage } from '#server/integrations/pacs/image-server.ts'
import type { PollReport } from './take-page.ts'

/** Where the reading of an image server stands: slices in turn, each page by page. */
export interface SliceWalk {
  /** The first is being read. */
  todo: QuerySlice[]
  offset: number
  /** The first study of the slice: one that comes again behind it shows a server that ignores offsets. */
  first: string | undefined
  /** The last page said that there is more than it gave. */
  saidMore: boolean
  /** The server has answered some query of this walk. */
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
  /** Takes a page over; returns the UIDs of its studies. */
  take: (headers: readonly unknown[]) => Promise<string[]>
}

/**
 * Asks one query of a walk and takes over its answer; returns how many studies it held. A slice ends with an empty
 * answer. One that is refused as too broad, or of which the server hides the rest, is replaced by smaller ones.
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
      // A server that refuses whatever is asked has another fault.
      if (!walk.hasAnswered) throw error
      report.refused.add(sliceWords(slice))
      next(walk)
    }
    report.isSliced = true
    return undefined
  }
}

/** The first page came again: smaller slices show what lies behind it, where the server looks at days at all. */
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
  // One that gives more than was asked for gives everything.
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
