import { StudyListInput } from '#contract/calls/studies.ts'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { fieldsOnDay } from '#domain/study/lists/saved-filter.ts'
import { isQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'
import { readFields } from '#src/ui/list/read-fields.ts'

/** The filter fields of the simple list, besides its days. */
export const STUDY_FILTER_KEYS = ['k', 'branch_id', 'modality', 'status'] as const
export type StudyFilterKey = (typeof STUDY_FILTER_KEYS)[number]

/** Typed text may name a patient, so it must not appear in an address. */
export const TYPED_KEYS = ['k'] as const satisfies readonly StudyFilterKey[]

export interface ArchiveFilter {
  range: QuickRange
  fields: Partial<Pick<StudyListInput, StudyFilterKey>>
}

/** Reads the filter from an address; ignores values that do not match the contract. */
export function readArchiveFilter(params: URLSearchParams, defaultRange: QuickRange): ArchiveFilter {
  const range = params.get('range') ?? ''
  return {
    range: isQuickRange(range) ? range : defaultRange,
    fields: readFields(params, STUDY_FILTER_KEYS, StudyListInput) as ArchiveFilter['fields'],
  }
}

/** Returns the input for the first page of matching studies (docs/wire.md). */
export function archiveInput({ range, fields }: ArchiveFilter, today: DayText): StudyListInput {
  return {
    assigned_type: 'Any',
    ...fieldsOnDay({ range, ...fields }, today),
    flag: 'archives',
    p: 1,
    ps: ALL_PAGE_SIZE,
  }
}
