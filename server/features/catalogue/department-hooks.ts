import type { department } from '#contract/masters/department.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { platformRecordUses } from '../masters/platform-uses.ts'
import { completeDepartments, departmentRevision } from './department-record.ts'

/** Departments: the platform's, each shown with what the reader's own client keeps of it. */
export const departmentHooks: MasterHooks<typeof department> = {
  prepare: async ({ isradiology, modalities }, before) => {
    const isRadiology = isradiology === undefined ? (before?.isradiology ?? true) : isradiology === 1
    const named = modalities ?? (before?.modalities as string[] | undefined) ?? []
    if (isRadiology && named.length === 0) throw invalid({ modalities: 'is required' })
    // What is no radiology has none.
    return isRadiology ? undefined : { modalities: [] }
  },
  filter: (eb, { is_radiology }) =>
    is_radiology === undefined ? undefined : eb('m.isradiology', '=', is_radiology === '1'),
  complete: completeDepartments,
  revision: departmentRevision,
  usedIn: platformRecordUses,
}
