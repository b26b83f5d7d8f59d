import type { StudyListInput } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { WindowQuestion } from '#src/workers/worklist-window.ts'
import { branchZone } from '../session/branch-zone.ts'
import { findReader } from './reader.ts'
import { viewerOf } from './viewer.ts'

/** The current query of a list: open studies of others and postponed ones move rows of the reading order. */
export const listQuestionOf = async (
  input: StudyListInput,
  session: SessionFields,
): Promise<WindowQuestion> => ({
  input,
  viewer: viewerOf(session),
  zone: branchZone(),
  ...(input.sort === 'reading' && { reader: await findReader(session) }),
})
