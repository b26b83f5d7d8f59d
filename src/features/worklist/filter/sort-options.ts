import type { StudySort } from '#domain/study/lists/sort-studies.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'

/** Returns the orders with their names, for a select. */
export const sortOptions = (sorts: readonly StudySort[]) =>
  sorts.map((value) => ({ value, label: WORDS.sorts[value] }))
