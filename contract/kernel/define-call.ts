import type * as z from 'zod/mini'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'

/** Who may call: nobody signed in, any session, or a session whose role holds the permission. */
export type Access = 'public' | 'session' | Permission

/** A record by which the outbox orders: all commands of one aggregate are sent one after another. */
export interface Aggregate {
  type: string
  id: string
}

/** Converts a queued input of an earlier version to the next one. */
export type Upcast = (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/**
 * The offline behaviour (docs/sync.md):
 * `never` fails with words; `cache` reads the device table named; `queue` is stored in the outbox and
 * delivered exactly once. `version` counts the shapes of a queued input that were ever shipped.
 */
export type OfflinePolicy<Input> =
  | { kind: 'never' }
  | { kind: 'cache'; table: string }
  | {
      kind: 'queue'
      version: number
      aggregate: (input: Input) => Aggregate
      /** True for signatures, money and consents: the server keeps the command's outcome for ever, else 400 days. */
      keepForEver?: (input: Input) => boolean
      /**
       * Converts an input of each earlier version to the next: the first step is from version 1, so there are
       * `version - 1` of them. They get the input as sent, unchecked, and must work after the old schemas are gone.
       */
      upcast?: readonly Upcast[]
    }

export type CallMethod = 'GET' | 'POST'

/** One REST call, declared once for server, outbox and tests (ARCHITECTURE "A call is declared once"). */
export interface Call<
  Key extends string = string,
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Offline extends OfflinePolicy<never> = OfflinePolicy<never>,
  Who extends Access = Access,
  Method extends CallMethod = CallMethod,
> {
  /** Identifies the call everywhere: outbox rows, logs, tests. Equal to the path without parameters. */
  readonly key: Key
  /** `both` is served under either base (docs/wire.md#paths-and-bases). */
  readonly base: 'api' | 'php' | 'both'
  readonly method: Method
  /** Without the base's prefix; `{name}` is replaced by the input field of that name. */
  readonly path: string
  readonly access: Who
  /**
   * The main module of the call, or several of which any suffices: if the client has none of them switched on, the call
   * is refused as `module_off`, however it arrives.
   */
  readonly module?: MainModule | readonly MainModule[]
  readonly offline: Offline
  /** One flat object, including path parameters. */
  readonly input: In
  readonly output: Out
  /**
   * The platform's administrator names a client in `client_id` and acts inside it, audited there; for everybody else
   * the field may only name their own (docs/people.md#tenants).
   */
  readonly inClient?: true
}

export type AnyCall = Call
/** What a caller passes. */
export type InputOf<C> = C extends { input: infer I extends z.ZodMiniType } ? z.input<I> : never
/** What a handler receives. */
export type ParsedInputOf<C> = C extends { input: infer I extends z.ZodMiniType } ? z.output<I> : never
/** What a handler returns and a caller gets. */
export type OutputOf<C> = C extends { output: infer O extends z.ZodMiniType } ? z.output<O> : never

/** Declares a call; the type parameters keep key, shapes, policy and access for everything derived from it. */
export function defineCall<
  const Key extends string,
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
  const Offline extends OfflinePolicy<z.output<In>>,
  const Who extends Access,
  const Method extends CallMethod,
>(call: Call<Key, In, Out, Offline, Who, Method>): Call<Key, In, Out, Offline, Who, Method> {
  return call
}
