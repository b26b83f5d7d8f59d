import { documentTag } from '#contract/masters/document-tag.ts'
import { machine } from '#contract/masters/machine.ts'
import { shortcut } from '#contract/masters/shortcut.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { hooked, type MountedMaster } from '#server/masters/hooks.ts'
import { documentTagHooks } from './masters/document-tag.ts'
import { machineHooks } from './masters/machine.ts'
import { shortcutHooks } from './masters/shortcut.ts'
import { studyTagHooks } from './masters/study-tag.ts'

/** Masters with more to them than fields, one line each. The others are served by their declaration alone. */
export const MASTERS_WITH_HOOKS: readonly MountedMaster[] = [
  hooked(documentTag, documentTagHooks),
  hooked(machine, machineHooks),
  hooked(studyTag, studyTagHooks),
  hooked(shortcut, shortcutHooks),
]
