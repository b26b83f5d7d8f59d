import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { Caller } from '../context.ts'

/** Refuses who may not make a call, whatever its input says. */
export type Demand = (caller: Caller) => unknown

/** What calls of a group ask of the caller beside their declared access: one for all of them, or by call. */
export type DemandsFor<Calls> = Demand | { readonly [K in keyof Calls]?: Demand }

/** The demand of one call of a group; undefined where the declared access is all. */
export function demandOf<Calls extends Record<string, AnyCall>>(
  demands: DemandsFor<Calls>,
  name: keyof Calls,
): Demand | undefined {
  return typeof demands === 'function' ? demands : demands[name]
}

/**
 * Asks what a call demands before its input is read, so that who may not make it learns nothing of what it takes. An
 * administrator of the platform who acts inside a client is judged by the handler, as the input names the client.
 */
export function demandBeforeInput(
  { call, demand }: { call: AnyCall; demand?: Demand | undefined },
  caller: Caller,
): void {
  if (call.inClient === true && caller.userType === 'ADMIN') return
  demand?.(caller)
}
