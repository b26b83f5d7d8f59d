import type { SessionFields } from '#domain/access/session.ts'
import type { Reader } from '#src/workers/next-study.ts'
import { findSkipped } from './skipped-studies.ts'
import { studiesOfOthers } from './writers.ts'

/** Returns the reader: what others have open, as known to this page, and what the user postponed in this session. */
export async function findReader(session: SessionFields): Promise<Reader> {
  return {
    canSign: session.can_sign === 1,
    busy: studiesOfOthers(),
    skipped: (await findSkipped()).map(({ study_id }) => study_id),
  }
}
