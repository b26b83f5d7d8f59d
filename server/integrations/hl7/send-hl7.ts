import { isHl7Address } from '#domain/branch/hl7-address.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askPartner, basicAuth } from '../ask-partner.ts'
import { NotTakenError, type OutgoingReport } from '../outgoing-report.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import { FRAME_MAX_BYTES } from './mllp-frames.ts'
import { buildOru } from './oru-message.ts'
import { sendByMllp } from './send-by-mllp.ts'

/** Where a branch's messages go by HL7 (spec 2 section 3 "Branch configuration"). */
export interface Hl7Partner {
  /** `mllp://host:port`, or an http(s) address that takes the message as the body. */
  url: string
  user: string
  password: string
  /** The client's way out. */
  out: WayOut
}

/** Sends a report as ORU^R01 and answers the acknowledgement's code. Throws NotTakenError with the reason. */
export async function sendByHl7(partner: Hl7Partner, report: OutgoingReport): Promise<string> {
  return sendHl7(partner, buildOru(report), report.controlId)
}

/** Sends any message and answers the code of its acknowledgement; throws NotTakenError with the reason. */
export async function sendHl7(partner: Hl7Partner, message: string, controlId: string): Promise<string> {
  return readAcknowledgement(await send(partner, message, controlId), controlId)
}

async function send(
  { url, user, password, out }: Hl7Partner,
  message: string,
  controlId: string,
): Promise<string> {
  const address = isHl7Address(url) ? new URL(url) : undefined
  if (address?.protocol === 'mllp:') {
    return sendByMllp(out, { host: address.hostname, port: Number(address.port) }, message)
  }
  if (!address) {
    throw new NotTakenError('The address for HL7 in the branch settings is not right.')
  }
  const { body } = await askPartner({
    out,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/hl7-v2; charset=utf-8', ...basicAuth(user, password) },
    body: message,
    maxBytes: FRAME_MAX_BYTES,
    // Some say AE with a status of its own.
    explain: (answer) => void (answer.startsWith('MSH') && readAcknowledgement(answer, controlId)),
  })
  return body.toString('utf8')
}
