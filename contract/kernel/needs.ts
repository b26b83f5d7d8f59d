import * as z from 'zod/mini'
import type { Knowledge } from '#domain/access/knowledge.ts'

const NEEDS = new WeakMap<object, Knowledge>()

/**
 * Declares a field of a response as visible only with this kind of knowledge (domain/access/knowledge.ts). The server
 * omits it from responses, copies and repairs for everybody else, so it is optional for every reader.
 */
export function needs<T extends z.ZodMiniType>(knowledge: Knowledge, schema: T): z.ZodMiniOptional<T> {
  const field = z.optional(schema)
  NEEDS.set(field, knowledge)
  return field
}

/** The knowledge that a reader needs to see this field; undefined if everybody may see it. */
export const neededFor = (field: object): Knowledge | undefined => NEEDS.get(field)
