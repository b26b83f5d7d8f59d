import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { REPORT_IN_PATH } from '#contract/calls/integrations.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { text } from '#contract/kernel/fields.ts'
import { type DecodedXml, decodeXml } from '#server/integrations/report-xml/decode-xml.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { takeXml } from './public/take-xml.ts'

const BODY_MAX = 4 * 1024 * 1024
const Query = z.strictObject({ token: text(200) })

/** Mounts the route for reports of a client's other system: XML, protected by the client's token (docs/masters.md). */
export async function serveReportIn(app: FastifyInstance): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    // Accepts any content type: senders use application/xml, text/xml and others. The content shows whether it is a
    // document.
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    )
    door.post(BASES.api.prefix + REPORT_IN_PATH, {
      config: { base: 'api', name: REPORT_IN_PATH },
      handler: async (request) => {
        const query = Query.safeParse(request.query)
        const clientId = query.success && (await findClient(app.kernel, query.data.token))
        if (!clientId) throw new Refusal('sign_in_failed', 'The token is not valid.')
        await takeXml(app.kernel, clientId, textOf(request))
        return { message: 'Saved successfully' }
      },
    })
  })
}

function textOf({ body, headers }: FastifyRequest): DecodedXml {
  return Buffer.isBuffer(body) ? decodeXml(body, headers['content-type']) : { ok: true, xml: '' }
}

async function findClient({ database }: Kernel, token: string): Promise<string | null | undefined> {
  const hash = createHash('sha256').update(token, 'utf8').digest()
  return database.entry(async (tx) => {
    const { rows } = await sql<{
      client: string | null
    }>`select entry.find_xml_client(${hash}) as client`.execute(tx)
    return rows[0]?.client
  })
}
