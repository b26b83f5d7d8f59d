import { changeStudy, type LockedStudy } from '#server/features/studies/public/write-store.ts'
import { noteLinkStep } from '#server/features/study-edit/public/identity-step.ts'
import { moveParts } from '#server/features/study-parts/announce-parts.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { linkByRule } from './link-by-rule.ts'

/**
 * The most studies that are considered: a number belongs to one examination, and a person must sort out one shared by
 * dozens.
 */
const STUDIES_MAX = 50

/** A visit whose numbers, patient and payment are written. */
interface BookedVisit {
  client_id: string
  id: string
  branch_id: string
  is_radiology: boolean
}

/**
 * Links studies that arrived before their booking: unlinked ones with an accession number of this visit, by the same
 * rule as at arrival (docs/decisions/174). The response of the booking shows them.
 */
export async function linkArrived(ctx: Context, visit: BookedVisit): Promise<void> {
  if (!visit.is_radiology) return
  const numbers = await selectNumbers(ctx.tx, visit)
  if (numbers.length === 0) return
  const studies = await unlinkedWith(ctx.tx, visit, numbers).forUpdate().execute()
  for (const study of studies as LockedStudy[]) {
    const link = await linkByRule(ctx, study)
    if (!link.visit_service_id) continue
    const linked = await changeStudy(ctx, study, link)
    await noteLinkStep(ctx.tx, {
      kind: 'link',
      before: study,
      after: linked,
      serviceId: link.visit_service_id,
      userId: undefined,
      at: ctx.now,
    })
    await moveParts(ctx, study.id, study, linked)
  }
}

/** Selects every number that a machine may have received for this visit, including those of an offline device. */
async function selectNumbers(tx: Tx, visit: BookedVisit): Promise<string[]> {
  const services = await tx
    .selectFrom('visit_service')
    .select(['accession_no', 'accession_alias'])
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .execute()
  const numbers = services.flatMap(({ accession_no, accession_alias }) => [accession_no, accession_alias])
  return [...new Set(numbers)].filter((number) => number !== '')
}

/** Selects the unlinked studies of the visit's branch with one of these numbers. */
export function unlinkedWith(
  tx: Tx,
  { client_id, branch_id }: Pick<BookedVisit, 'client_id' | 'branch_id'>,
  numbers: readonly string[],
) {
  return tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('accession_no', 'in', numbers)
    .where('branch_id', '=', branch_id)
    .where('visit_service_id', 'is', null)
    .where('hidden', 'is', null)
    .orderBy('id')
    .limit(STUDIES_MAX)
}
