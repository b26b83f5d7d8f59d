import type { MachineOrder } from '#server/integrations/send-order.ts'
import type { BegunExchange } from '../interfaces/public/exchanged.ts'
import type { OrderedService } from './store.ts'

/** Describes an order to a machine for the log of exchanges. */
export function orderExchange(clientId: string, service: OrderedService, order: MachineOrder): BegunExchange {
  const raw = JSON.stringify(order)
  return {
    clientId,
    kind: 'machine_out',
    peer: order.machine.aet || order.machine.name,
    bytes: Buffer.byteLength(raw),
    marks: {
      patIds: [order.patient.id],
      accessionNos: [order.accessionNo],
      orderNos: [order.visitNo],
      controlId: order.controlId,
    },
    subject: { type: 'visit', id: service.visit_id },
    raw,
  }
}
