import { sql } from 'kysely'
import type { authCalls } from '#contract/calls/auth.ts'
import { MAIN_MODULES, type MainModule } from '#domain/access/main-modules.ts'
import { retireDeviceKeys } from '#server/kernel/auth/device-keys.ts'
import { revokeSession } from '#server/kernel/auth/session-store.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { forgetWriting } from '../studies/public/writer-store.ts'
import { drawCaptcha } from './captcha.ts'
import { resendCode } from './public/one-time-code.ts'
import { isCaptchaAlways } from './public/store.ts'
import { admitPicture } from './public/throttle.ts'
import { getUserDetail } from './session-answer.ts'
import { type SignInDependencies, signInWithCode, signInWithLink, signInWithPassword } from './sign-in.ts'

/**
 * Returns the handlers of contract/calls/auth. `hasDemo` returns whether the demo data is present; the sign-in page
 * mentions it.
 */
export function createAuthHandlers(
  dependencies: SignInDependencies,
  hasDemo: () => Promise<boolean>,
): HandlersFor<typeof authCalls> {
  return {
    login: (input, ctx) => signInWithPassword(input, ctx, dependencies),
    loginWithOtp: (input, ctx) => signInWithCode(input, ctx, dependencies),
    resendOtp: async (input, ctx) => ({
      otp_required: 'Y',
      ...(await resendCode(ctx, input, dependencies.ways)),
    }),
    patAutoLogin: signInWithLink,
    getLoginCaptcha: async (_, ctx) => {
      await admitPicture(ctx)
      const required = await ctx.entry(isCaptchaAlways)
      const demo = (await hasDemo()) ? { demo: true } : {}
      return { result: { ...(await drawCaptcha(ctx)), required, ...demo } }
    },
    loggedUserDtl: async (_, ctx) => ({
      result: await getUserDetail(ctx.tx, keyOf(ctx.caller), ctx.caller.sessionId),
    }),
    getModules: async (_, ctx) => ({
      result: { modules: [...ctx.caller.permissions], main_modules: await selectMainModules(ctx) },
    }),
    // The platform's administrator can choose any module.
    mainModules: async (_, ctx) => ({
      result: ctx.caller.userType === 'ADMIN' ? [...MAIN_MODULES] : await selectMainModules(ctx),
    }),
    logout: async (_, ctx) => {
      await revokeSession(ctx.tx, ctx.caller, ctx.now)
      await forgetWriting(ctx.tx, ctx.caller)
      if (ctx.caller.deviceId !== undefined) await retireDeviceKeys(ctx.tx, ctx.caller, 'signed_out', ctx.now)
      await ctx.audit('sign_out', 'user', ctx.caller.userId)
      return { message: 'Signed out.' }
    },
  }
}

const keyOf = (caller: Caller) => ({ client_id: caller.clientId, user_id: caller.userId })

async function selectMainModules(ctx: Context): Promise<MainModule[]> {
  const { rows } = await sql<{ main_modules: MainModule[] }>`
    select main_modules from client where id = ${ctx.caller.clientId}`.execute(ctx.tx)
  return rows[0]?.main_modules ?? []
}
