import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { StudyRow } from './studies.ts'
import { CriticalRow, TOLD_HOW } from './study-parts.ts'

// Tags and critical results have lanes of their own, so a report in conflict does not block a warning.
const tagAggregate = ({ study_id }: { study_id: string }) => ({ type: 'tag', id: study_id })
const criticalAggregate = ({ study_id }: { study_id: string }) => ({ type: 'critical', id: study_id })

const StudyAnswer = z.object({ message: z.string(), result: z.object({ study: StudyRow }) })

/** The fields that record how a critical result was reported. */
export const CriticalFields = {
  told_to: text(200),
  told_how: z.enum(['', ...TOLD_HOW]),
  told_on: z.nullable(Instant),
  read_back: Flag,
  note: text(2_000),
} as const

/** Tags of a study, and the critical results that a critical tag opens (docs/reports.md#editor, docs/people.md#permissions). */
export const tagCalls = {
  assignTag: defineCall({
    key: 'study/assignTag',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/assignTag',
    access: 'assign_tag_to_study',
    offline: { kind: 'queue', version: 1, aggregate: tagAggregate },
    /** Without tag_id the tag of the study is removed. */
    input: z.strictObject({ study_id: EntityId, tag_id: z.nullable(EntityId) }),
    output: StudyAnswer,
  }),
  assignCriticalTag: defineCall({
    key: 'study/assignCriticalTag',
    module: 'assign_critical_tag_to_study',
    base: 'api',
    method: 'POST',
    path: 'study/assignCriticalTag',
    access: 'assign_critical_tag_to_study',
    offline: { kind: 'queue', version: 1, aggregate: criticalAggregate, keepForEver: () => true },
    /** An empty name removes the tag; the record that it opened stays open. */
    input: z.strictObject({
      study_id: EntityId,
      tag_name: text(100),
      /** The id of the record that the tag opens, minted by the caller; without one the server mints it. */
      critical_id: z.optional(EntityId),
    }),
    output: StudyAnswer,
  }),
  saveCritical: defineCall({
    key: 'study/saveCritical',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/saveCritical',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: criticalAggregate, keepForEver: () => true },
    input: z.strictObject({
      id: EntityId,
      study_id: EntityId,
      ...CriticalFields,
      /** The values of these fields that the person saw: a different current value is a conflict. */
      seen: z.optional(z.strictObject(CriticalFields)),
      /** 1 closes it: after that it can no longer change. */
      is_closed: Flag,
    }),
    output: z.object({ message: z.string(), result: z.object({ critical: CriticalRow }) }),
  }),
  criticals: defineCall({
    key: 'study/criticals',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/criticals/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'criticals' },
    /** The study's id; newest first. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(z.array(CriticalRow)),
  }),
} as const
