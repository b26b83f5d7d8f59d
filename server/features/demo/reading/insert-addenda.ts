import type { Insertable } from 'kysely'
import { reportIdOf } from '#domain/report/report-id.ts'
import { canVerify } from '#domain/status/report-status.ts'
import { addendumHash, signedHash } from '#server/features/reports/public/text.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { ReportAddendum } from '#server/kernel/database/schema.ts'
import { finishedText } from '../centre/texts/report-markup.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from './studies.ts'

/** One in this many signed reports that wait for verification gets an addendum. */
const EVERY = 6
const LATER_MS = 20 * 60_000

const CONTENTS = [
  '<p>Compared with the examination of six months ago, which was received after this report was signed: no change.</p>',
  '<p>The referring physician was informed by telephone.</p>',
]

/** Inserts addenda to signed reports, by their signer, a little later. */
export async function insertAddenda(tx: Tx, studies: readonly DemoStudy[], now: Date): Promise<void> {
  const waiting = studies.filter(({ timeline }) => canVerify(timeline.status))
  const addenda = waiting
    .filter((_, index) => index % EVERY === 0)
    .map((study, index) => addendumOf(study, index, now))
  if (addenda.length > 0) await tx.insertInto('report_addendum').values(addenda).execute()
}

function addendumOf(
  { row, exam, reading, timeline, signer }: DemoStudy,
  index: number,
  now: Date,
): Insertable<ReportAddendum> {
  const seen_hash = signedHash(finishedText(exam.description, reading))
  const content = CONTENTS[index % CONTENTS.length] ?? ''
  const signedAt = timeline.signedAt ?? now
  return {
    client_id: row.client_id,
    id: demoId('addendum', row.id),
    study_id: row.id,
    report_id: reportIdOf(row.id, 1),
    content,
    seen_hash,
    signed_hash: addendumHash({ seen_hash, content }),
    signed_by_id: signer.id,
    signed_on: new Date(Math.min(now.getTime(), signedAt.getTime() + LATER_MS)),
  }
}
