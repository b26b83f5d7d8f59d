import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AI_INBOUND_PATH, AI_REPORT_MAX, type AiFormat } from '#contract/calls/ai.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { isPassword } from '../auth/public/password.ts'
import { admitTry, forgive, type Trying } from '../auth/public/throttle.ts'
import { basicAuthOf } from '../inbound/basic-auth.ts'
import { readAnswer } from './read-answer.ts'
import { takeAnswer } from './take-answer.ts'

interface Company {
  id: string
  format: AiFormat
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The company that sends the answer; set on the route for AI companies only. */
    aiCompany?: Company
  }
}

/** Allows for the field names around the longest report. */
const BODY_MAX = AI_REPORT_MAX + 10_000

/** Mounts the route where AI companies post their answers (docs/masters.md#ai); each has its own user and password. */
export function serveAiInbound(app: FastifyInstance): void {
  app.post(BASES.api.prefix + AI_INBOUND_PATH, {
    config: { base: 'api', name: AI_INBOUND_PATH },
    bodyLimit: BODY_MAX,
    // Runs before the body is read, so that unauthenticated callers cannot make the server receive megabytes.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.aiCompany = await getCompany(app.kernel, request).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'sign_in_failed')
          reply.header('www-authenticate', 'Basic realm="AI results", charset="UTF-8"')
        throw error
      })
    },
    handler: async ({ aiCompany, body }) => {
      if (!aiCompany) throw new Refusal('sign_in_failed')
      await takeAnswer(app.kernel, aiCompany.id, readAnswer(body, aiCompany.format))
      return { message: 'Saved successfully' }
    },
  })
}

/** Returns the company whose user and password the request carries; throttled in the same way as sign-ins. */
async function getCompany(kernel: Kernel, request: FastifyRequest): Promise<Company> {
  const given = basicAuthOf(request.headers.authorization)
  if (!given) throw new Refusal('sign_in_failed')
  const ctx: Trying = { entry: kernel.database.entry, now: kernel.now(), address: request.ip }
  // The prefix keeps the counters of companies apart from those of people.
  const name = `ai company ${given.user}`
  await admitTry(ctx, name)
  const found = await findCompany(kernel, given.user)
  if (!(await isPassword(found?.pwd_hash, given.password)) || !found) throw new Refusal('sign_in_failed')
  await forgive(ctx, name)
  return { id: found.company_id, format: found.format }
}

async function findCompany(kernel: Kernel, user: string) {
  return kernel.database.entry(async (tx) => {
    const { rows } = await sql<{ company_id: string; pwd_hash: string; format: AiFormat }>`
      select * from entry.find_ai_company(${user})`.execute(tx)
    return rows[0]
  })
}
