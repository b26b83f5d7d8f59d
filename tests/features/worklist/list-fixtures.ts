import { vi } from 'vitest'
import type { SavedFilter } from '#contract/calls/saved-filters.ts'
import type { StudyListInput } from '#contract/calls/studies.ts'
import type { Writer } from '#contract/calls/writers.ts'
import type { SavedFilters } from '#src/sync/studies/use-saved-filters.ts'
import type { StudyList, StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

export const DOCTOR_ID = '019a0000-0000-7000-8000-0000000000d1'
export const BRANCH_ID = '019a0000-0000-7000-8000-0000000000b1'

/** Builds a study of the list; `n` determines id and name. */
export function studyRow(n: number, part: Partial<StudyListRow> = {}): StudyListRow {
  return {
    ...studyRowOf({
      id: `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      pat_id: `SAN-${n}`,
      pat_name: `Patient ${n}`,
      study_desc: 'CT Brain Plain',
      study_datetime: null,
      received_datetime: '2026-11-21T08:00:00Z',
      accession_no: `ACC-${n}`,
      ref_physician: 'Dr. Kavita Rane',
      status: 'Draft',
      assigned_doctor: 'Dr. Vivek Nair',
      assigned_doctor_id: DOCTOR_ID,
      branch_id: BRANCH_ID,
      branch: 'Andheri',
      pacs_type: 'Basic',
      viewer_url: 'https://viewer.example/?study=1',
    }),
    ...part,
  }
}

/** Builds the result of the list hook; `rows` alone is the usual case. */
export function studyList(part: Partial<StudyList> = {}): StudyList {
  const rows = part.rows ?? []
  return {
    rows,
    page: { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 },
    from: 'server',
    isLoading: false,
    refresh: vi.fn(),
    ...part,
  }
}

/** Builds the result of the hook of saved filters. */
export function savedFilters(given: Pick<SavedFilter, 'name' | 'count' | 'filter'>[] = []): SavedFilters {
  return {
    filters: given.map((one, place) => ({
      id: `019a0000-0000-7000-8000-0000000f${String(place).padStart(4, '0')}`,
      rev: 1,
      flag: 'archives',
      place,
      ...one,
    })),
    countedAt: new Date('2026-11-21T09:00:00Z'),
    save: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
  }
}

/** Replaces the hooks of src/sync that the list reads. */
export const seams = {
  list: studyList(),
  asked: [] as StudyListInput[],
  isOnline: true,
  /** Names of current writers, by study. */
  writers: new Map<string, Writer[]>(),
  nobody: [] as Writer[],
  preferences: new Map<string, unknown>(),
  saved: savedFilters(),
  /** The number of unlinked studies, if requested. */
  unmatched: undefined as number | undefined,
  /** The page on which the device finds a study that was left, and the lists in which it was searched. */
  leftPage: undefined as number | undefined | Promise<number>,
  soughtIn: [] as StudyListInput[],
}
