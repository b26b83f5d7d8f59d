/** A study of one day, as both sides know it. */
export interface ComparedStudy {
  uid: string
  /** The AE title that sent it, as used for its placement. */
  aet: string
  isThere: boolean
  /** `deleted`: a person deleted it here. */
  here: 'yes' | 'no' | 'deleted'
  isChanged: boolean
}

/** A day and AE title of an image server. Both counts are from before anything was fetched. */
export interface ComparedDay {
  aet: string
  count_there: number
  count_here: number
  missing_here: number
  missing_there: number
  changed_there: number
  deleted_here: number
}

export const GAP_KINDS = ['missing_here', 'missing_there', 'changed_there'] as const
export type GapKind = (typeof GAP_KINDS)[number]

/** How a study differs between the sides; undefined if it does not, or if it was deleted here. */
export function gapOf({ isThere, here, isChanged }: Omit<ComparedStudy, 'uid' | 'aet'>): GapKind | undefined {
  if (here === 'deleted') return undefined
  if (here === 'no') return isThere ? 'missing_here' : undefined
  if (!isThere) return 'missing_there'
  return isChanged ? 'changed_there' : undefined
}

/** The counts of a day by AE title, sorted by title; a day without studies has one row without a title. */
export function compareDay(studies: readonly ComparedStudy[]): ComparedDay[] {
  const days = new Map<string, ComparedDay>()
  for (const study of studies) {
    const day = days.get(study.aet) ?? emptyDay(study.aet)
    days.set(study.aet, day)
    if (study.isThere) day.count_there++
    if (study.here === 'yes') day.count_here++
    if (study.here === 'deleted' && study.isThere) day.deleted_here++
    const gap = gapOf(study)
    if (gap) day[gap]++
  }
  if (days.size === 0) return [emptyDay('')]
  return [...days.values()].toSorted((a, b) => (a.aet < b.aet ? -1 : 1))
}

const emptyDay = (aet: string): ComparedDay => ({
  aet,
  count_there: 0,
  count_here: 0,
  missing_here: 0,
  missing_there: 0,
  changed_there: 0,
  deleted_here: 0,
})

/** Up to this many may plausibly be deleted by hand at once. */
const FEW = 20

/**
 * True if so much seems to be missing that probably a different or empty database responded: nothing at all is left, or
 * more than half of our studies are missing, and more than people delete by hand.
 */
export function isUnbelievable({
  gone,
  here,
  there,
}: {
  gone: number
  here: number
  there: number
}): boolean {
  if (gone === 0) return false
  return there === 0 || (gone > FEW && gone * 2 > here)
}
