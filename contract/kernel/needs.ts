import * as z from 'zod/mini'
import type { Knowledge } from '#domain/access/knowledge.ts'

const NEEDS = new WeakMap<object, Knowledge>()

/**
 * Declares a field of an answer as known only to who has this kind of knowledge (domain/access/knowledge.ts). The server
 * leaves it out of answers, copies and repairs of everybody else, so it is optional for every reader.
 */
export function needs<T extends z.ZodMiniType>(knowledge: Knowledge, schema: T): z.ZodMiniOptional<T> {
  const field = z.optional(schema)
  NEEDS.set(field, knowledge)
  return field
}

/** What a reader must know to be told this field; undefined where everybody may read it. */
export const neededFor = (field: object): Knowledge | undefined => NEEDS.get(field)
