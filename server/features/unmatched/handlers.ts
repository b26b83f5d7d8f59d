import type { unmatchedCalls, VisitSuggestion } from '#contract/calls/unmatched.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { asksBeforeLink, identityDifferences, identityOf } from '#domain/match/identity-differences.ts'
import { matchVisit } from '#domain/match/match-visit.ts'
import { hasSigned } from '#domain/report/filed.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { announceResults } from '../portal/public/announce-results.ts'
import { endLinksWithoutResults } from '../portal/public/give-access.ts'
import { identityAfterUnlink } from '../studies/public/kept-identity.ts'
import { selectStudyPage } from '../studies/public/list-store.ts'
import { findVisibleStudy, getStudyRow } from '../studies/public/store.ts'
import { timeAtBranchOf } from '../studies/public/time-at-branch.ts'
import { changeStudy, type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { noteLinkStep } from '../study-edit/public/identity-step.ts'
import { moveParts } from '../study-parts/announce-parts.ts'
import { matchOfStudy } from './match-of-study.ts'
import {
  doctorsOf,
  findService,
  type ServiceRecord,
  searchServices,
  selectCandidates,
  tagOf,
} from './service-store.ts'
import { tatOfStudy } from './tat-of-study.ts'

/** The most suggestions shown; others can be found by name. */
const SHOWN = 10

export const unmatchedHandlers: HandlersFor<typeof unmatchedCalls> = {
  unmatched: async (input, ctx) => {
    const asked = { ...input, flag: 'archives', assigned_type: 'Any', link: 'Unmatched' } as const
    const { rows, matching } = await selectStudyPage(ctx.tx, ctx.caller, asked, ctx.now)
    const { p, ps } = input
    return {
      result: {
        data: rows,
        page: { start: (p - 1) * ps, total: rows.length, total_records: matching, cur_page: p },
      },
    }
  },
  suggestions: async ({ id, k }, ctx) => {
    const { tx, caller } = ctx
    const study = await findVisibleStudy(tx, caller, id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'visit', study.id)
    const stored = await readStudy(ctx, id)
    const linked =
      stored.visit_service_id && (await findService(tx, caller.clientId, stored.visit_service_id))
    const suggestions = k
      ? (await searchServices(tx, caller.clientId, k))
          .filter((service) => mayOpen(caller, service))
          .map(toSuggestion)
      : await suggest(ctx, stored)
    return { result: { linked: linked ? toSuggestion(linked) : null, suggestions } }
  },
  linkToVisit: async ({ study_id, service_id, is_confirmed }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    const service = await findService(ctx.tx, ctx.caller.clientId, service_id)
    if (!service || !mayOpen(ctx.caller, service)) throw new Refusal('not_found')
    if (study.visit_service_id === service.id) return answer(ctx, study.id)
    if (study.visit_service_id !== null)
      throw new Refusal('refused', 'The study is linked to a visit. Unlink it first.')
    if (!service.is_examination)
      throw new Refusal('refused', 'A study can be linked only to an examination of a radiology visit.')
    if (service.is_taken) throw new Refusal('refused', 'Another study is linked to this service.')
    if (is_confirmed !== 1 && asksBeforeLink(identityDifferences(study, service)))
      throw new Refusal('confirm', OTHER_PERSON)
    const branch_id = study.branch_id ?? service.branch_id
    const moved = hasSigned(study) ? undefined : await timeAtBranchOf(ctx.tx, study, branch_id)
    const linked = await changeStudy(ctx, study, {
      visit_service_id: service.id,
      patient_id: service.patient_id,
      branch_id,
      payment_status: service.payment_status,
      linked_on: ctx.now,
      linked_by_id: ctx.caller.userId,
      unlinked_on: null,
      ...(moved && { study_datetime: moved }),
      ...tagOf(service, study),
      ...(hasSigned(study)
        ? {}
        : {
            // The identity registered at the centre; the header keeps the machine's values (docs/decisions/086).
            ...identityOf(service),
            kept_identity: JSON.stringify(identityOf(study)),
            ...doctorsOf(service, study, ctx.now),
            tat: await tatOfStudy(ctx.tx, { ...study, branch_id }, service),
          }),
    })
    await moveParts(ctx, study.id, study, linked)
    await noteStep(ctx, 'link', study, linked, service.id)
    await ctx.audit('link', 'study', study.id, { service_id: service.id, by: 'person' })
    return answer(ctx, study.id)
  },
  unlinkFromVisit: async ({ study_id }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    if (study.visit_service_id === null) return answer(ctx, study.id)
    if (hasSigned(study)) throw new Refusal('refused', 'A study with a signed report stays with its visit.')
    const unlinked = await changeStudy(ctx, study, {
      visit_service_id: null,
      patient_id: null,
      payment_status: '',
      linked_on: null,
      linked_by_id: null,
      unlinked_on: ctx.now,
      // It was released to that patient only (docs/decisions/297).
      active_until: null,
      tat: await tatOfStudy(ctx.tx, study),
      ...identityAfterUnlink(study),
      kept_identity: null,
    })
    await endRelease(ctx, study, unlinked)
    await noteStep(ctx, 'unlink', study, unlinked, study.visit_service_id)
    await ctx.audit('unlink', 'study', study.id, { service_id: study.visit_service_id })
    return answer(ctx, study.id)
  },
}

async function endRelease(ctx: Context, before: LockedStudy, after: LockedStudy): Promise<void> {
  if (before.active_until === null || before.active_until <= ctx.now) return
  await announceResults(ctx, after)
  await endLinksWithoutResults(ctx, before)
  await ctx.audit('deactivate', 'study', before.id)
}

/** Shown before a study gets a name that differs from the one on its images. */
const OTHER_PERSON =
  'The name or the date of birth of the visit’s patient is not the one on the images. Is it the same person?'

const noteStep = (
  { tx, caller, now }: Context,
  kind: 'link' | 'unlink',
  before: LockedStudy,
  after: LockedStudy,
  serviceId: string,
) => noteLinkStep(tx, { kind, before, after, serviceId, userId: caller.userId, at: now })

async function answer(ctx: Context, id: string) {
  return {
    message: 'Saved successfully',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, id, ctx.now) },
  }
}

function readStudy({ tx, caller }: Context, id: string): Promise<LockedStudy> {
  return tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as Promise<LockedStudy>
}

// Visits of other branches than the caller's are reported as not found (docs/wire.md).
const mayOpen = (caller: Caller, service: ServiceRecord) =>
  caller.isClientAdmin || caller.branchIds.includes(service.branch_id)

async function suggest(ctx: Context, stored: LockedStudy): Promise<VisitSuggestion[]> {
  const study = matchOfStudy(stored)
  const candidates = await selectCandidates(ctx.tx, ctx.caller.clientId, study)
  return candidates
    .filter((service) => mayOpen(ctx.caller, service))
    .flatMap((service) => {
      const match = matchVisit(study, service)
      return match ? [{ service, match }] : []
    })
    .toSorted(
      (a, b) => Number(a.service.is_taken) - Number(b.service.is_taken) || b.match.score - a.match.score,
    )
    .slice(0, SHOWN)
    .map(({ service, match }) => ({ ...toSuggestion(service), reasons: match.reasons }))
}

function toSuggestion(service: ServiceRecord): VisitSuggestion {
  return {
    id: service.id,
    visit_no: service.visit_no,
    name: service.name,
    modality: service.modality,
    accession_no: service.accession_no,
    start_dt: service.start_dt.toISOString(),
    branch: service.branch,
    pat_id: service.pat_id,
    pat_name: service.pat_name,
    pat_birthdate: service.pat_birthdate,
    gender: service.pat_sex,
    is_taken: service.is_taken ? 1 : 0,
    reasons: [],
  }
}
