import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authCalls } from '#contract/calls/auth.ts'
import { patientSessionCalls } from '#contract/calls/patient-session.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isPatient } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { getCallerOf } from '#server/kernel/auth/get-caller.ts'
import { findSession, revokeSession } from '#server/kernel/auth/session-store.ts'
import { TOKEN } from '#server/kernel/auth/token.ts'
import { giveCookie, takeCookieBack } from '#server/kernel/http/browser-cookie.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { getUserDetail } from './session-answer.ts'

/** The cookie is sent to the calls that begin, resume and end sessions. Its value is the session's token. */
const COOKIE = { name: 'patient', path: '/api/auth' } as const

/**
 * Keeps the session of a PATIENT in a browser cookie in addition to the page's memory, so that nothing is written to
 * disk (docs/decisions/290). Every answer that begins such a session sets the cookie, Logout clears it, and a
 * reloaded page exchanges it for the session.
 */
export function servePatientCookie(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, answer) => {
    const { call } = request.routeOptions.config
    if (call?.key === authCalls.logout.key) {
      if (request.caller?.userType === 'PATIENT') takeCookieBack(request, reply, COOKIE)
    } else if (call?.access === 'public') {
      const begun = findPatientSession(answer)
      if (begun) await keepSession(app, request, reply, begun)
    }
    return answer
  })
  const { resume } = patientSessionCalls
  mountCall(app, resume, {
    handler: async (request, reply) => {
      const result = await resumeSession(app, request, reply)
      return reply.header('cache-control', 'no-store').send(resume.output.parse({ result }))
    },
  })
}

/** Returns the session of a PATIENT that an answer begins. */
function findPatientSession(answer: unknown): SessionFields | undefined {
  const { otp_required, result } = (answer ?? {}) as Partial<OutputOf<typeof authCalls.login>>
  return otp_required === 'N' && result && isPatient(result) ? result : undefined
}

// One browser holds one patient: when another patient signs in, the first patient's session ends, in its own tab too.
async function keepSession(
  { kernel }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user_id }: SessionFields,
): Promise<void> {
  const earlier = findToken(request)
  const held = earlier && (await findSession(kernel.database.pool, earlier, kernel.now()))
  if (held && held.caller.userType === 'PATIENT' && held.caller.userId !== user_id)
    await kernel.database.entry((tx) => revokeSession(tx, held.caller, kernel.now()))
  giveCookie(request, reply, { ...COOKIE, value: token })
}

async function resumeSession(
  { kernel }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionFields> {
  const token = findToken(request)
  if (token === undefined) throw new Refusal('signed_out')
  const caller = await getCallerOf(kernel, token, request).catch((error: unknown) => {
    if (error instanceof Refusal) takeCookieBack(request, reply, COOKIE)
    throw error
  })
  const { user_id } = parseInput(patientSessionCalls.resume, flatInput(request))
  if (caller.userType !== 'PATIENT' || caller.userId !== user_id) throw new Refusal('signed_out')
  const user = { client_id: caller.clientId, user_id: caller.userId }
  const fields = await kernel.database.entry((tx) => getUserDetail(tx, user, caller.sessionId))
  return { token, ...fields }
}

function findToken({ headers }: FastifyRequest): string | undefined {
  const values = (headers.cookie ?? '').split(/;\s*/).flatMap((cookie) => {
    const [name, value = ''] = cookie.split('=')
    return name === COOKIE.name && TOKEN.test(value) ? [value] : []
  })
  return values[0]
}
