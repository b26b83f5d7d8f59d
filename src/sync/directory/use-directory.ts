import {
  type BranchItem,
  type DoctorItem,
  directoryCalls,
  type StudyTagItem,
  type TemplateItem,
} from '#contract/calls/directory.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { useCall } from '../api/use-call.ts'

/** Branches that the session may see, by name. */
export function useBranches(): readonly BranchItem[] {
  return useCall(directoryCalls.branches, {}).answer?.result ?? NONE
}

/** Doctors of the client, by name. */
export function useDoctors(): readonly DoctorItem[] {
  return useCall(directoryCalls.doctors, { is_doctor: '1' }).answer?.result ?? NONE
}

/** Study tags, normal and critical. */
export function useTags(): readonly StudyTagItem[] {
  return useCall(directoryCalls.studyTags, {}).answer?.result ?? NONE
}

/** Report templates with their department and category. */
export function useTemplates(): readonly TemplateItem[] {
  return useCall(directoryCalls.templates, {}).answer?.result ?? NONE
}

/** Modalities that studies of the client have. */
export function useModalities(): readonly string[] {
  return useCall(studyCalls.getUsedModalities, {}).answer?.result ?? NONE
}

const NONE: readonly never[] = []
