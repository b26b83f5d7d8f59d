import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { Caller } from '../context.ts'

/** Throws if the caller may not make a call, whatever its input. */
export type Demand = (caller: Caller) => unknown

/** Requirements of a group's calls beyond their declared access: one for all of them, or one per call. */
export type DemandsFor<Calls> = Demand | { readonly [K in keyof Calls]?: Demand }

/** Returns the requirement of one call of a group; undefined if the declared access is all. */
export function demandOf<Calls extends Record<string, AnyCall>>(
  demands: DemandsFor<Calls>,
  name: keyof Calls,
): Demand | undefined {
  return typeof demands === 'function' ? demands : demands[name]
}

/**
 * Checks a call's requirement before its input is read, so that unauthorized callers learn nothing about its input. For
 * an administrator of the platform who acts inside a client, the handler checks, because the input names the client.
 */
export function demandBeforeInput(
  { call, demand }: { call: AnyCall; demand?: Demand | undefined },
  caller: Caller,
): void {
  if (call.inClient === true && caller.userType === 'ADMIN') return
  demand?.(caller)
}
