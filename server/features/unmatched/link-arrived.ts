import type { Context, Tx } from '#server/kernel/context.ts'
import { changeStudy, type LockedStudy } from '../studies/write-store.ts'
import { noteLinkStep } from '../study-edit/identity-step.ts'
import { moveParts } from '../study-parts/announce-parts.ts'
import { linkByRule } from './link-by-rule.ts'

/** So many are looked at: a number is one examination's, and what shares it by the dozen is for a person to sort. */
const STUDIES_MAX = 50

/** A visit whose numbers, patient and payment are written. */
interface BookedVisit {
  client_id: string
  id: string
  branch_id: string
  is_radiology: boolean
}

/**
 * Links what arrived before its booking: studies of no visit that bear an accession number of this one, by the rule that
 * holds at arrival too (docs/decisions/174). The answer of the booking shows them.
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

/** Every number that a machine may have been given for this visit, also those of a device without a network. */
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

/** Studies of the visit's branch that bear one of these numbers and stand in no visit. */
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
