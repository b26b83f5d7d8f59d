import { sql } from 'kysely'
import { matchPrior, type StudyPerson } from '#domain/prior/same-patient.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectFamilies } from '../priors/public/family-store.ts'
import { visibleStudies } from '../studies/public/rights.ts'

/** The most studies of one person; the rest can be found in Archives. */
const HISTORY_MAX = 100
/** The most studies, newest first, that are considered per record or patient id. */
const LOOKED_AT = 300

/**
 * Returns the other studies of the person that the caller may see, newest first: those linked to one of the person's
 * records, and unlinked ones whose number is the same and whose name, birth date and sex agree (docs/studies.md).
 */
export async function selectStudyIdsOfPerson(
  tx: Tx,
  caller: Caller,
  study: StudyPerson & { id: string },
): Promise<string[]> {
  const family = (await selectFamilies(tx, caller.clientId, [study.id]))(study.id)
  const ids = [...new Set([...family.ids, ...(study.patient_id === null ? [] : [study.patient_id])])]
  const numbers = [...new Set([...family.numbers, study.pat_id])].filter((number) => number !== '')
  if (ids.length === 0 && numbers.length === 0) return []
  const rows = await tx
    .selectFrom('study as s')
    .select(['s.id', 's.patient_id', 's.pat_id', 's.pat_name', 's.pat_birthdate', 's.pat_sex'])
    .where('s.client_id', '=', caller.clientId)
    .where('s.id', '<>', study.id)
    .where('s.hidden', 'is', null)
    .where(visibleStudies(caller))
    .where((eb) =>
      eb.or([
        eb('s.patient_id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('s.pat_id', '=', sql<string>`any(${numbers}::text[])`),
      ]),
    )
    .orderBy('s.received_datetime', 'desc')
    .orderBy('s.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows
    .filter((other) => matchPrior(study, other, family) !== undefined)
    .slice(0, HISTORY_MAX)
    .map(({ id }) => id)
}
