import type { StudyFilter } from '../study/lists/filter-studies.ts'
import type { TodoKind } from './todo.ts'

/** The lists of studies that a home counts. */
export const READING_KINDS = [
  'overdue',
  'to_read',
  'to_sign',
  'drafts',
  'unassigned',
] as const satisfies readonly TodoKind[]
export type ReadingKind = (typeof READING_KINDS)[number]

/** The reader: a doctor, and whether they may take unassigned studies. */
export interface Reader {
  userId: string
  isDoctor: boolean
  seesAll: boolean
}

/** The filters of the doctor worklist that this person has to check; none for people who do not read. */
export function readingFilters({
  userId,
  isDoctor,
  seesAll,
}: Reader): Partial<Record<ReadingKind, StudyFilter>> {
  if (!isDoctor) return {}
  const own = { assigned_type: 'Assigned', assigned_doctor_id: userId } as const
  return {
    overdue: { assigned_type: 'Any', assigned_doctor_id: userId, due: 'Overdue' },
    to_read: { ...own, status: 'Pending' },
    to_sign: { assigned_type: 'Signing', assigned_doctor_id: userId, status: 'ReadyForSign' },
    drafts: { ...own, status: 'Draft' },
    ...(seesAll && { unassigned: { assigned_type: 'Unassigned', status: 'Pending' } as const }),
  }
}
