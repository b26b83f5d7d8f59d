import * as z from 'zod/mini'
import { MATCH_REASONS } from '#domain/match/match-visit.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { StudyRow } from './studies.ts'

/** A service of a visit that a study could be linked to, and why it is suggested. */
export const VisitSuggestion = z.object({
  /** The id of the service. */
  id: EntityId,
  visit_no: z.string(),
  name: z.string(),
  modality: z.string(),
  accession_no: z.string(),
  start_dt: Instant,
  branch: z.string(),
  pat_id: z.string(),
  pat_name: z.string(),
  pat_birthdate: z.nullable(Day),
  gender: z.string(),
  /** 1 if another study is already linked to it. */
  is_taken: Flag,
  /** Empty for results of a person's search. */
  reasons: z.array(z.enum(MATCH_REASONS)),
})
export type VisitSuggestion = z.output<typeof VisitSuggestion>

export const unmatchedCalls = {
  unmatched: defineCall({
    key: 'study/unmatched',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/unmatched',
    access: 'edit_patient_and_study',
    offline: { kind: 'never' },
    /** Newest first; `k` searches name, patient id, accession number and description. */
    input: z.strictObject({
      ...PageInput,
      k: z.optional(text(100)),
      branch_id: z.optional(EntityId),
      from_date: z.optional(Day),
      to_date: z.optional(Day),
    }),
    output: listOf(StudyRow),
  }),
  suggestions: defineCall({
    key: 'study/visitSuggestions',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/visitSuggestions/{id}',
    access: 'edit_patient_and_study',
    offline: { kind: 'never' },
    /** The study's id; with `k` services are searched by visit number, patient, or accession number instead. */
    input: z.strictObject({ id: EntityId, k: z.optional(text(100)) }),
    output: resultOf(
      z.object({ linked: z.nullable(VisitSuggestion), suggestions: z.array(VisitSuggestion) }),
    ),
  }),
  linkToVisit: defineCall({
    key: 'study/linkToVisit',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/linkToVisit',
    access: 'edit_patient_and_study',
    offline: { kind: 'never' },
    input: z.strictObject({
      study_id: EntityId,
      service_id: EntityId,
      /** 1 once the person has confirmed that the visit's patient has another name or date of birth. */
      is_confirmed: z.optional(Flag),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  unlinkFromVisit: defineCall({
    key: 'study/unlinkFromVisit',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/unlinkFromVisit',
    access: 'edit_patient_and_study',
    offline: { kind: 'never' },
    input: z.strictObject({ study_id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
} as const
