import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { REPORT_IN_PATH } from '#contract/calls/integrations.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { text } from '#contract/kernel/fields.ts'
import { type DecodedXml, decodeXml } from '#server/integrations/report-xml/decode-xml.ts'
import { type ReadXml, readReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import type { HandledAgain } from '#server/kernel/exchanges/exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { type BegunExchange, exchanged } from '../interfaces/exchanged.ts'
import { importReport } from './import-report.ts'

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

/** Imports a report of another system and logs it; throws a Refusal that names what is wrong. */
export async function takeXml(
  kernel: Kernel,
  clientId: string,
  sent: DecodedXml,
  replay?: HandledAgain,
): Promise<void> {
  const read = sent.ok ? readReportXml(sent.xml) : { ok: false as const, fields: { xml: sent.why } }
  const describe = () => ({ ...xmlExchange(clientId, sent, read), ...(replay && { replay }) })
  await exchanged(kernel, describe, async () => {
    if (!read.ok) throw new Refusal('invalid', undefined, { fields: read.fields })
    await write(kernel, clientId, (work) => importReport(work, clientId, read.report, replay?.cameAt))
  })
}

function xmlExchange(clientId: string, sent: DecodedXml, read: ReadXml): BegunExchange {
  const xml = sent.ok ? sent.xml : undefined
  const accessionNo = read.ok ? read.report.accession_no : ''
  return {
    clientId,
    kind: 'xml_in',
    peer: 'The system that sends reports by XML',
    bytes: Buffer.byteLength(xml ?? ''),
    marks: { accessionNos: accessionNo ? [accessionNo] : [] },
    raw: xml,
    ...(read.ok && read.unread.length > 0 && { reason: `Not read: ${read.unread.join(', ')}.` }),
  }
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
