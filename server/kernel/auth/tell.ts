import type { AnyCall, OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type Knows, told, untoldNames, withoutNames } from '#contract/kernel/told.ts'
import { KNOWLEDGE, KNOWS, type Knowledge } from '#domain/access/knowledge.ts'
import type { Caller } from '../context.ts'
import { accessOf } from './access-of.ts'

/** Returns what the caller may know beyond what the rights to open a record allow. */
export function knowledgeOf(caller: Caller): Knowledge[] {
  const session = accessOf(caller)
  return KNOWLEDGE.filter((knowledge) => KNOWS[knowledge](session))
}

/** Returns the same, as a predicate. */
export function knowsOf(caller: Caller): Knows {
  const known = knowledgeOf(caller)
  return (knowledge) => known.includes(knowledge)
}

/** Returns the answer of a call as its caller may know it. Every answer to a session passes through here. */
export function tell<C extends AnyCall>(call: C, caller: Caller, answer: unknown): OutputOf<C> {
  return told(call.output, answer as OutputOf<C>, knowsOf(caller))
}

/**
 * Runs a call; if a refusal includes a record, removes the fields that the call's answer would leave out. Throws what
 * `run` throws.
 */
export async function tellingRefusals<T>(call: AnyCall, caller: Caller, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal) || error.extra.current === undefined) throw error
    const current = withoutNames(error.extra.current, untoldNames(call.output, knowsOf(caller)))
    throw new Refusal(error.code, error.message, { ...error.extra, current })
  }
}
