import type { authCalls } from '#contract/calls/auth.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import type { UserKey } from './store.ts'

/** A sign-in whose password was right. */
export interface HalfDone {
  user: UserKey
  deviceId: string | undefined
  /** True if the client's rule requires a one-time code. */
  needsCode: boolean
}

/** What passkeys add to a sign-in by password; handed in where the server is put together (passkeys/second-step.ts). */
export interface SecondSteps {
  findPasskeyStep: (
    deps: SignInDeps,
    ctx: PublicContext,
    half: HalfDone,
  ) => Promise<OutputOf<typeof authCalls.login> | undefined>
  missingPasskeyWords: (deps: SignInDeps, ctx: PublicContext, user: UserKey) => Promise<{ message?: string }>
}
