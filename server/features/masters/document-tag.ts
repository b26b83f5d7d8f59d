import type { documentTag } from '#contract/masters/document-tag.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { platformRecordUses } from './public/platform-uses.ts'

/** Kinds of document: they belong to the platform and are used by documents of every client. */
export const documentTagHooks: MasterHooks<typeof documentTag> = { usedIn: platformRecordUses }
