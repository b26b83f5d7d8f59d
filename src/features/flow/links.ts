import { SCREEN_RULES } from '#domain/access/screens.ts'
import type { DueFilter } from '#domain/study/lists/due.ts'
import type { FiguresContext } from '#src/parts/figures/use-figures-context.ts'

/** Returns whether a person may open the studies behind a figure. */
export const opensStudies = SCREEN_RULES['/archives']

/** The filters of the figures about studies. */
export interface StudiesFilter extends Pick<FiguresContext, 'branchId' | 'from' | 'to'> {
  modality: string | undefined
  departmentId: string | undefined
}

function studiesLink(
  { branchId, modality, departmentId }: StudiesFilter,
  filter: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams(filter)
  if (branchId !== undefined) params.set('branch_id', branchId)
  if (modality !== undefined && !params.has('modality')) params.set('modality', modality)
  if (departmentId !== undefined) params.set('department_id', departmentId)
  return `/archives?${params}`
}

/** Returns a link to the list of studies that were signed in the range. */
export const signedLink = (place: StudiesFilter): string =>
  studiesLink(place, { from_date: place.from, to_date: place.to, date_col: 'signed_on' })

/** Returns a link to the list of unsigned studies of any day, filtered by remaining time. */
export const dueLink = (
  place: StudiesFilter,
  due: DueFilter,
  filter: Readonly<Record<string, string>> = {},
): string => studiesLink(place, { range: 'Any', due, ...filter })
