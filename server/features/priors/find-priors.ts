import { createHash } from 'node:crypto'
import type { PriorReport } from '#contract/calls/priors.ts'
import { choosePriors, textOrder } from '#domain/prior/choose-priors.ts'
import { matchPrior, type PriorMatch } from '#domain/prior/same-patient.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { readsByPortalAlone } from '../studies/public/portal-rights.ts'
import { selectBranchNames } from './branch-names.ts'
import { type FiledMark, selectFiledMarks } from './filed-store.ts'
import { type KnownStudy, selectFormer } from './former-store.ts'
import { selectFamilies } from './public/family-store.ts'
import { type BarePrior, tellPriors } from './tell-priors.ts'

interface Former extends KnownStudy {
  match: PriorMatch
  /** In milliseconds, for comparison. */
  at: number
}

/** The result for one study; the texts are read later. */
export interface FoundPriors {
  study: KnownStudy
  chosen: Former[]
  older: number
  filed: FiledMark[]
  branches: ReadonlyMap<string, string>
}

/** Finds the previous studies of each of these studies that the caller may see, newest ones only. */
export async function findPriors(
  tx: Tx,
  caller: Caller,
  asked: readonly KnownStudy[],
): Promise<FoundPriors[]> {
  const familyOf = await selectFamilies(
    tx,
    caller.clientId,
    asked.map(({ id }) => id),
  )
  const picked: Pick<FoundPriors, 'study' | 'chosen' | 'older'>[] = []
  for (const study of asked) {
    const family = familyOf(study.id)
    const former = (await selectFormer(tx, caller, study, family)).flatMap((one): Former[] => {
      const match = matchPrior(study, one, family)
      // People who see a study only by the patient portal see it while it is activated, but a copy would stay longer.
      if (match === undefined || readsByPortalAlone(caller, one)) return []
      return [{ ...one, match, at: one.made.getTime() }]
    })
    picked.push({ study, ...choosePriors(study.modality, former) })
  }
  const chosenIds = [...new Set(picked.flatMap(({ chosen }) => chosen.map(({ id }) => id)))]
  const filed = Map.groupBy(
    await selectFiledMarks(tx, caller.clientId, chosenIds),
    ({ study_id }) => study_id,
  )
  const branches = await selectBranchNames(tx, caller.clientId)
  return picked.map((one) => ({
    ...one,
    filed: one.chosen.flatMap(({ id }) => filed.get(id) ?? []),
    branches,
  }))
}

const branchOf = ({ branches }: FoundPriors, { branch_id }: Former) => branches.get(branch_id ?? '') ?? ''

/**
 * Returns the mark of a response; it changes if anything in the response changes, with texts compared by revision.
 */
export function markOf(found: FoundPriors): string {
  const { study, chosen, older, filed } = found
  const told = [
    'v2',
    older,
    chosen.map((one) => [one.id, one.rev, one.match, branchOf(found, one)]),
    filed.map(({ report_id, rev, addendum_id }) => [report_id, rev, addendum_id]),
    study.modality,
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)
}

/** Returns the ids of the filed reports in the results. */
export const reportIdsOf = (news: readonly FoundPriors[]) => [
  ...new Set(news.flatMap(({ filed }) => filed.map(({ report_id }) => report_id))),
]

/** Returns the response, with the texts that fit. */
export function toldOf(found: FoundPriors, texts: ReadonlyMap<string, readonly PriorReport[]>) {
  const { study, chosen, older } = found
  const bare = chosen.map(
    (one): BarePrior => ({
      study_id: one.id,
      study_datetime: one.made.toISOString(),
      modality: one.modality,
      study_desc: one.study_desc,
      branch: branchOf(found, one),
      status: one.status,
      matched_by: one.match,
      filed: texts.get(one.id)?.length ?? 0,
    }),
  )
  const order = textOrder(study.modality, chosen).map(({ id }) => id)
  return { priors: tellPriors(bare, texts, order), older }
}
