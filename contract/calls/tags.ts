import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { StudyRow } from './studies.ts'
import { CriticalRow, TOLD_HOW } from './study-parts.ts'

// Tags and critical results of a study stand in lanes of their own: a report in conflict holds no warning back.
const tagAggregate = ({ study_id }: { study_id: string }) => ({ type: 'tag', id: study_id })
const criticalAggregate = ({ study_id }: { study_id: string }) => ({ type: 'critical', id: study_id })

const StudyAnswer = z.object({ message: z.string(), result: z.object({ study: StudyRow }) })

/** What a person records of telling a critical result. */
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
    /** Without tag_id the study has no tag any more. */
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
    /** An empty name takes the tag off; what it opened stays open. */
    input: z.strictObject({
      study_id: EntityId,
      tag_name: text(100),
      /** Of the record that the tag opens, minted by whoever assigns it; without one the server does. */
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
      /** What these fields held when the person saw them: another value in between is a conflict. */
      seen: z.optional(z.strictObject(CriticalFields)),
      /** 1 closes it: nothing of it changes after that. */
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
