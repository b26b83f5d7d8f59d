import * as z from 'zod/mini'
import { QUICK_RANGES } from '#domain/time/quick-ranges.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { STUDY_LIST_FLAGS, StudyFilterFields } from './studies.ts'

/** Most filters that a person can keep for one list, because every request counts the matches of each. */
export const SAVED_FILTERS_MAX = 20

/** A stored filter: days as their quick range, so that "Today" stays today; without one as from and to. */
export const SavedFilterBody = z.strictObject({
  range: z.optional(z.enum(QUICK_RANGES)),
  ...StudyFilterFields,
})
export type SavedFilterBody = z.output<typeof SavedFilterBody>

/** A person's own filter of one list; `count` stops at 10,001, shown as "10,000+". */
export const SavedFilter = z.object({
  id: EntityId,
  rev: z.int(),
  flag: z.enum(STUDY_LIST_FLAGS),
  name: z.string(),
  filter: SavedFilterBody,
  place: z.int(),
  count: z.int(),
})
export type SavedFilter = z.output<typeof SavedFilter>

const flag = z.enum(STUDY_LIST_FLAGS)

export const savedFilterCalls = {
  savedFilters: defineCall({
    key: 'study/savedFilters',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/savedFilters',
    access: 'session',
    offline: { kind: 'cache', table: 'answers' },
    input: z.strictObject({ flag }),
    output: resultOf(z.array(SavedFilter)),
  }),
  saveFilter: defineCall({
    key: 'study/saveFilter',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/saveFilter',
    access: 'session',
    offline: { kind: 'never' },
    /** An id of the caller's own filter changes it; any other id is a new filter. */
    input: z.strictObject({
      id: EntityId,
      flag,
      name: requiredText(60),
      filter: SavedFilterBody,
      place: z.optional(z.int().check(z.gte(0), z.lte(1000))),
    }),
    output: z.object({ message: z.string(), result: SavedFilter }),
  }),
  deleteFilter: defineCall({
    key: 'study/deleteFilter',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/deleteFilter',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
} as const
