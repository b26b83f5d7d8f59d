import { Refusal } from '#contract/kernel/error-codes.ts'
import { isObstetricStudy } from '#domain/pndt/obstetric-study.ts'
import { foetalSex } from '#domain/report/checks/foetal-sex.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'

/**
 * Throws if the text reveals the sex of a foetus and the study is of a pregnancy at a branch where the law forbids that
 * (docs/form-f.md#reports). The refusal does not repeat the words.
 */
export async function demandNoFoetalSex(tx: Tx, study: LockedStudy, text: SignedParts): Promise<void> {
  if (!(await isBarred(tx, study))) return
  const found = foetalSex({ text, sex: study.pat_sex, hasCriticalTag: false, isFoetalSexBarred: true })
  if (found.length > 0)
    throw new Refusal(
      'refused',
      'The text states the sex of the foetus, which the PC-PNDT Act forbids. Remove the words, then sign.',
    )
}

async function isBarred(tx: Tx, study: LockedStudy): Promise<boolean> {
  const branch = await tx
    .selectFrom('branch as b')
    .leftJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 'b.client_id').on('vs.id', '=', study.visit_service_id),
    )
    .leftJoin('service as s', (on) =>
      on.onRef('s.client_id', '=', 'vs.client_id').onRef('s.id', '=', 'vs.service_id'),
    )
    .select(['b.pndt_applies', 's.is_obstetric'])
    .where('b.client_id', '=', study.client_id)
    .where('b.id', '=', study.branch_id)
    .executeTakeFirst()
  if (!branch?.pndt_applies) return false
  const { modality, study_desc, pat_sex } = study
  return isObstetricStudy({ modality, study_desc, pat_sex, isServiceObstetric: branch.is_obstetric ?? false })
}
