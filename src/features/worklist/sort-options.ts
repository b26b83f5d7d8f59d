import type { StudySort } from '#domain/study/sort-studies.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

/** Orders with their names, for a choice. */
export const sortOptions = (sorts: readonly StudySort[]) =>
  sorts.map((value) => ({ value, label: WORDS.sorts[value] }))
