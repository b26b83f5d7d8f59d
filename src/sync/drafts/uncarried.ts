import type { DraftRow, WorkDatabase } from '#src/db/work-database.ts'
import { isAddendumDraft } from '../reports/addendum-draft.ts'
import { isPeerText } from '../reports/peer-text.ts'

/** True for a text that no command carries: typed since its last save, the words of an addendum nobody signed, or those of peer learning nobody sent. */
export const isUncarried = (row: Pick<DraftRow, 'id' | 'isSaved'>): boolean =>
  !row.isSaved || isAddendumDraft(row) || isPeerText(row)

/** The texts of this device that no command carries; their rows are few. */
export const readUncarried = ({ drafts }: Pick<WorkDatabase, 'drafts'>): Promise<DraftRow[]> =>
  drafts.filter(isUncarried).toArray()
