import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { WHATSAPP_HOOK_PATH } from '#contract/calls/messages.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { isSigned, readWebhook } from '#server/integrations/whatsapp/webhook.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { SecretLostError, secretContext } from '#server/kernel/keys/secrets.ts'
import { countBadSignature, demandFewBadSignatures } from '#server/kernel/sync/delivery/signature-throttle.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import type { TextDeps } from '../messages/public/hand-over-text.ts'
import { takeFate } from './take-fate.ts'
import { takeMessage } from './take-message.ts'

/** WhatsApp's own service sends at most a thousand short events in one webhook. */
const BODY_MAX = 1_048_576

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

const Params = z.object({ client: EntityId })
const Verification = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.regex(/^[\w.-]{1,200}$/)),
})

type SecretColumn = 'whatsapp_app_secret' | 'whatsapp_verify_token'

/** Mounts the webhook of WhatsApp's own service: patients' messages, and the delivery status of sent ones. */
export async function serveWhatsappHook(app: FastifyInstance, deps: TextDeps): Promise<void> {
  const path = `${BASES.api.prefix}${WHATSAPP_HOOK_PATH}:client`
  const config = { base: 'api', name: `${WHATSAPP_HOOK_PATH}{client}` } as const
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    // The signature covers the bytes as received.
    door.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_MAX },
      (_request, body, done) => done(null, body),
    )
    door.get(path, {
      config,
      handler: async (request, reply) => {
        const challenge = await guarded(app.kernel, request, async ({ params, query }) => {
          const asked = Verification.safeParse(query)
          const { settings } = await findDoor(app.kernel, params)
          const token = await openSecret(app.kernel, settings, 'whatsapp_verify_token')
          if (!asked.success || token === '' || !isSame(asked.data['hub.verify_token'], token))
            throw unknown()
          return asked.data['hub.challenge']
        })
        return reply.type('text/plain').header('cache-control', 'no-store').send(challenge)
      },
    })
    door.post(path, {
      config,
      // A request without a signature is refused before its body is read.
      onRequest: async (request) => {
        if (!SIGNATURE.test(String(request.headers['x-hub-signature-256'])))
          await guarded(app.kernel, request, () => Promise.reject(unknown()))
      },
      handler: async (request, reply) => {
        const { clientId, settings, bytes } = await guarded(
          app.kernel,
          request,
          async ({ params, body, headers }) => {
            const door = await findDoor(app.kernel, params)
            const secret = await openSecret(app.kernel, door.settings, 'whatsapp_app_secret')
            const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
            if (!isSigned(bytes, headers['x-hub-signature-256'] as string, secret)) throw unknown()
            return { ...door, bytes }
          },
        )
        const news = readWebhook(parse(bytes), settings.whatsapp_phone_id)
        if (!news) throw invalid({ body: 'is no webhook of WhatsApp' })
        // One transaction each: WhatsApp repeats all events if one fails, and those already handled are not handled
        // again.
        for (const message of news.messages)
          await write(app.kernel, clientId, (work) => takeMessage(deps, work, clientId, message))
        for (const fate of news.fates)
          await write(app.kernel, clientId, (work) => takeFate(work, clientId, fate))
        return reply.header('cache-control', 'no-store').send({ message: 'Taken' })
      },
    })
  })
}

/** Does not reveal whether the client, its secret or the signature was wrong. */
class UnknownHookRefusal extends Refusal {
  constructor() {
    super('sign_in_failed', 'The webhook is not known.')
  }
}
const unknown = () => new UnknownHookRefusal()

/**
 * Runs the check of the sender. Counts failures by address, like bad signatures of devices; beyond the limit, refuses
 * the address with 429 before any lookup.
 */
async function guarded<T>(
  kernel: Kernel,
  request: FastifyRequest,
  check: (request: FastifyRequest) => Promise<T>,
): Promise<T> {
  const params = Params.safeParse(request.params)
  const signer = `whatsapp:${params.success ? params.data.client : ''}`
  await demandFewBadSignatures(kernel, request.ip, signer)
  try {
    return await check(request)
  } catch (error) {
    if (error instanceof UnknownHookRefusal) await countBadSignature(kernel, request.ip, signer)
    throw error
  }
}

type DoorSettings = Awaited<ReturnType<typeof selectSettings>>

async function findDoor(
  { database }: Kernel,
  params: unknown,
): Promise<{ clientId: string; settings: NonNullable<DoorSettings> }> {
  const parsed = Params.safeParse(params)
  if (!parsed.success) throw unknown()
  const clientId = parsed.data.client
  const settings = await selectSettings(database, clientId)
  if (!settings) throw unknown()
  return { clientId, settings }
}

const selectSettings = (database: Kernel['database'], clientId: string) =>
  database.tenant(clientId, (tx) =>
    tx
      .selectFrom('client_setting as s')
      .innerJoin('client as c', 'c.id', 's.client_id')
      .select(['s.client_id', 's.whatsapp_app_secret', 's.whatsapp_verify_token', 's.whatsapp_phone_id'])
      .where('s.client_id', '=', clientId)
      .where('s.whatsapp_kind', '=', 'Cloud_API')
      .where('c.active', '=', true)
      .executeTakeFirst(),
  )

async function openSecret(
  { secrets }: Kernel,
  settings: NonNullable<DoorSettings>,
  column: SecretColumn,
): Promise<string> {
  const { client_id: clientId } = settings
  try {
    return await secrets.open(secretContext(clientId, 'client_setting', clientId, column), settings[column])
  } catch (error) {
    if (error instanceof SecretLostError) throw unknown()
    throw error
  }
}

// Hashes have equal length, so the comparison does not reveal the token's length.
const isSame = (given: string, known: string): boolean =>
  timingSafeEqual(secretHash(given), secretHash(known))

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
