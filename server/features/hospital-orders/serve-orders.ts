import type { FastifyInstance } from 'fastify'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type MllpServer, startMllpServer } from '#server/integrations/hl7/mllp-server.ts'
import type { MessageHeader } from '#server/integrations/hl7/read-header.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { clientOfRequest } from '../inbound/basic-auth.ts'
import { createRefusedConnections } from '../interfaces/public/refused-connections.ts'
import { UNNAMED_SENDER } from './public/log-orders.ts'
import { clientOfFacility, MESSAGE_MAX_BYTES, takeBytes } from './public/take-message.ts'

/** Path for orders by HTTP: the request body is the message, the response is the acknowledgement. */
export const ORDERS_PATH = 'hl7/orders'

/** Mounts the HTTP route for hospital orders, protected by the client's basic auth. */
export async function serveHospitalOrders(app: FastifyInstance): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    // Accepts any content type: senders use application/hl7-v2, x-application/hl7-v2+er7, text/hl7, text/plain and
    // others. The content shows whether it is a message.
    door.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MESSAGE_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    door.post(BASES.api.prefix + ORDERS_PATH, {
      config: { base: 'api', name: ORDERS_PATH },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const clientId = await clientOfRequest(app.kernel, request).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'sign_in_failed')
            reply.header('www-authenticate', 'Basic realm="Orders", charset="UTF-8"')
          throw error
        })
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = await takeBytes(app.kernel, bytes, {
          clientOf: () => Promise.resolve(clientId),
          contentCharset: charsetOf(request.headers['content-type']),
          onError: (error) => app.log.error(loggedError(error), 'an order could not be taken'),
        })
        return reply.type('application/hl7-v2; charset=utf-8').send(answer)
      },
    })
  })
}

/** Returns the character set from a content type. */
const charsetOf = (type = ''): string => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? ''

/** Listens for orders by MLLP; the receiving facility of a message determines its client. */
export function startHospitalOrders(
  kernel: Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs' | 'exchanges'>,
  place: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<MllpServer> {
  const connections = createRefusedConnections(kernel, 'hl7_in', onError)
  const take = (bytes: Buffer, address: string) => {
    const clientOf = async (header: MessageHeader) => {
      const clientId = await clientOfFacility(kernel, header)
      if (clientId !== null) connections.heard(address, clientId, senderOf(header))
      return clientId
    }
    return takeBytes(kernel, bytes, { clientOf, onError })
  }
  return startMllpServer(place, take, onError, connections.refused)
}

/** Returns the sender's name for the log. */
const senderOf = ({ application, facility }: MessageHeader): string =>
  [application, facility].filter(Boolean).join(' at ') || UNNAMED_SENDER
