import { documentTag } from '#contract/masters/document-tag.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'

/** Kinds of document, made by the platform for all clients (docs/masters.md#texts). */
export default function DocumentTags() {
  return <MasterList master={documentTag} />
}
