import type { LabOrder } from '#server/integrations/send-lab-order.ts'
import type { BegunExchange } from '../interfaces/public/exchanged.ts'

/** Describes a laboratory result for the log of exchanges, whatever its content. */
export function labExchange(clientId: string, body: Readonly<Record<string, unknown>>): BegunExchange {
  const raw = JSON.stringify(body)
  const visitNo = typeof body.visit_no === 'string' ? body.visit_no : ''
  return {
    clientId,
    kind: 'lab_in',
    peer: 'Laboratory',
    bytes: Buffer.byteLength(raw),
    marks: { orderNos: [visitNo] },
    raw,
    isKeptElsewhere: true,
  }
}

/** Describes a laboratory order for the log of exchanges. */
export function labOrderExchange(clientId: string, visitId: string, order: LabOrder): BegunExchange {
  const raw = JSON.stringify(order)
  return {
    clientId,
    kind: 'lab_out',
    peer: `Laboratory of ${order.branch}`,
    bytes: Buffer.byteLength(raw),
    marks: { patIds: [order.patient.pat_id], orderNos: [order.visit_no] },
    subject: { type: 'visit', id: visitId },
    raw,
  }
}
