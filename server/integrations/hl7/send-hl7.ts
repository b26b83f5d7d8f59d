import { isHl7Address } from '#domain/branch/hl7-address.ts'
import { HL7_CHARSET_LABELS, type Hl7Charset } from '#domain/message/hl7-charsets.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askPartner, basicAuth } from '../ask-partner.ts'
import { NotTakenError, type OutgoingReport } from '../outgoing-report.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import { encodeAs } from './charset.ts'
import { FRAME_MAX_BYTES } from './mllp-frames.ts'
import { buildOru, type OruStyle } from './oru-message.ts'
import { sendByMllp } from './send-by-mllp.ts'

/** The destination of a branch's HL7 messages (docs/masters.md#settings). */
export interface Hl7Partner {
  /** `mllp://host:port`, or an http(s) address that accepts the message as the body. */
  url: string
  user: string
  password: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/** Sends a report as ORU^R01 and returns the acknowledgement's code. Throws NotTakenError with the reason. */
export async function sendByHl7(
  partner: Hl7Partner,
  report: OutgoingReport,
  style: OruStyle = { charset: 'UNICODE UTF-8', text: 'Sections' },
): Promise<string> {
  return sendHl7(partner, buildOru(report, style), report.controlId, style.charset)
}

/** Sends any message and returns the code of its acknowledgement; throws NotTakenError with the reason. */
export async function sendHl7(
  partner: Hl7Partner,
  message: string,
  controlId: string,
  charset: Hl7Charset = 'UNICODE UTF-8',
): Promise<string> {
  const bytes = encodeAs(charset, message)
  if (!bytes)
    throw new NotTakenError(
      `It holds letters that ${HL7_CHARSET_LABELS[charset]} does not have. Choose another character set for HL7 reports in the settings.`,
    )
  return readAcknowledgement(await send(partner, { bytes, charset }, controlId), controlId)
}

/** The names of the character sets in a content type. */
const WEB_NAMES: Readonly<Record<Hl7Charset, string>> = {
  'UNICODE UTF-8': 'utf-8',
  '8859/1': 'iso-8859-1',
  '8859/6': 'iso-8859-6',
  '8859/15': 'iso-8859-15',
  'WINDOWS-1256': 'windows-1256',
}

async function send(
  { url, user, password, out }: Hl7Partner,
  { bytes, charset }: { bytes: Buffer; charset: Hl7Charset },
  controlId: string,
): Promise<string> {
  const address = isHl7Address(url) ? new URL(url) : undefined
  if (address?.protocol === 'mllp:') {
    return sendByMllp(out, { host: address.hostname, port: Number(address.port) }, bytes)
  }
  if (!address) {
    throw new NotTakenError('The address for HL7 in the branch settings is not right.')
  }
  const { body } = await askPartner({
    out,
    url,
    method: 'POST',
    headers: {
      'content-type': `application/hl7-v2; charset=${WEB_NAMES[charset]}`,
      ...basicAuth(user, password),
    },
    body: bytes,
    maxBytes: FRAME_MAX_BYTES,
    // Some partners send an AE with an HTTP error status.
    explain: (answer) => void (answer.startsWith('MSH') && readAcknowledgement(answer, controlId)),
  })
  return body.toString('utf8')
}
