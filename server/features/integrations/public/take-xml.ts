import { Refusal } from '#contract/kernel/error-codes.ts'
import { type BegunExchange, exchanged } from '#server/features/interfaces/public/exchanged.ts'
import type { DecodedXml } from '#server/integrations/report-xml/decode-xml.ts'
import { type ReadXml, readReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import type { HandledAgain } from '#server/kernel/exchanges/exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { importReport } from '../import-report.ts'

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
