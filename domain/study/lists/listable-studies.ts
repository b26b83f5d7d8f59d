import type { Permission } from '#domain/access/permissions.ts'

/** The part of a person that decides which studies their lists show. */
export interface StudyViewer {
  userId: string
  isClientAdmin: boolean
  isDoctor: boolean
  permissions: readonly Permission[]
  branchIds: readonly string[]
}

/** The part of a study that decides who may see it. */
export interface PlacedStudy {
  branch_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

/** The permission for each mode of the list screen; client administrators need none (docs/people.md#permissions). */
const LIST_PERMISSION = {
  archives: 'view_archives',
  worklist: 'view_all_dr_worklist',
  portal: 'view_patient_portal_archives',
  dashboard: 'view_dashboard',
} as const satisfies Record<string, Permission>

/** A list of studies: the three modes of the list screen, and the table of the analytics dashboard. */
export type ListMode = keyof typeof LIST_PERMISSION

/**
 * Whether a list of mode `flag` may show a study to the viewer; undefined if the mode is closed to them. A doctor
 * without view_all_dr_worklist sees only their own worklist (docs/studies.md#study-lists). The server's query has the
 * same rule.
 */
export function listableTest(
  viewer: StudyViewer,
  flag: ListMode,
): ((study: PlacedStudy) => boolean) | undefined {
  const { userId, branchIds } = viewer
  if (viewer.isClientAdmin) return () => true
  if (viewer.permissions.includes(LIST_PERMISSION[flag]))
    return ({ branch_id }) => branch_id !== null && branchIds.includes(branch_id)
  if (flag !== 'worklist' || !viewer.isDoctor) return undefined
  return (study) => study.assigned_doctor_id === userId || study.signed_by_doctor_id === userId
}

/**
 * True if the viewer's devices get every study that a list of mode `flag` shows. The right to the dashboard
 * includes no copies: without one of the lists of whole branches only the server knows its table.
 */
export function holdsList(viewer: StudyViewer, flag: ListMode): boolean {
  if (flag !== 'dashboard' || viewer.isClientAdmin) return true
  return [LIST_PERMISSION.archives, LIST_PERMISSION.worklist, LIST_PERMISSION.portal].some((permission) =>
    viewer.permissions.includes(permission),
  )
}
