import type { department } from '#contract/masters/department.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { platformRecordUses } from '../masters/public/platform-uses.ts'
import { completeDepartments, departmentRevision } from './department-record.ts'

/** Hooks for departments: they belong to the platform; each is shown with the data of the reader's own client. */
export const departmentHooks: MasterHooks<typeof department> = {
  prepare: async ({ isradiology, modalities }, before) => {
    const isRadiology = isradiology === undefined ? (before?.isradiology ?? true) : isradiology === 1
    const named = modalities ?? (before?.modalities as string[] | undefined) ?? []
    if (isRadiology && named.length === 0) throw invalid({ modalities: 'is required' })
    // Only radiology departments have modalities.
    return isRadiology ? undefined : { modalities: [] }
  },
  filter: (eb, { is_radiology }) =>
    is_radiology === undefined ? undefined : eb('m.isradiology', '=', is_radiology === '1'),
  complete: completeDepartments,
  revision: departmentRevision,
  usedIn: platformRecordUses,
}
