import { Hl7Message } from '@medplum/core'
import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'
import { ORDER_STATE_TABLE, type OrderState } from '#domain/order/order-progress.ts'
import type { OutgoingReport, PlacedOrder } from '../outgoing-report.ts'
import { headerOf, segment, sexCode, timeOf } from './segments.ts'

/** A state of an order, as sent to the order's sender. */
export interface OutgoingOrderState
  extends Pick<OutgoingReport, 'controlId' | 'sentAt' | 'sender' | 'zone' | 'visit'> {
  order: PlacedOrder
  state: OrderState
  /** When the order reached the state. */
  reached: Date
  patient: {
    id: string
    authority: string
    family: string
    given: string
    sex: string
    /** YYYY-MM-DD, or as the sender gave it. */
    birthdate: string
  }
  accessionNo: string
  /** The authority that assigns accession numbers. */
  authority: string
  description: string
  modality: string
}

const TYPES = { ORM: ['ORM', 'O01', 'ORM_O01'], OMG: ['OMG', 'O19', 'OMG_O19'] } as const

/**
 * Builds an ORM^O01 or OMG^O19 of HL7 2.5.1 that changes the status of an order (ORC-1 SC), with its placer's number
 * and ours.
 */
export function buildOrderStatus(
  told: OutgoingOrderState,
  { kind, charset }: { kind: keyof typeof TYPES; charset: Hl7Charset },
): string {
  const { order, state, zone, patient, visit } = told
  const { label, orderStatus, resultStatus } = ORDER_STATE_TABLE[state]
  const at = timeOf(told.reached, zone)
  const numbers = {
    2: [order.placerNo, order.placerAuthority],
    3: told.accessionNo === '' ? '' : [told.accessionNo, told.authority],
  }
  const segments = [
    headerOf({ ...told, receiver: order, charset }, TYPES[kind]),
    segment('PID', {
      1: '1',
      3: [patient.id, '', '', patient.authority, 'MR'],
      5: [patient.family, patient.given],
      7: patient.birthdate.replaceAll('-', ''),
      8: sexCode(patient.sex),
    }),
    ...(visit
      ? [segment('PV1', { 1: '1', 2: visit.isInPatient ? 'I' : 'O', 3: ['', '', visit.bed], 19: [visit.no] })]
      : []),
    segment('ORC', { ...numbers, 1: 'SC', 5: orderStatus, 9: at, 25: [state.toUpperCase(), label, 'L'] }),
    segment('OBR', {
      ...numbers,
      1: '1',
      4: [told.modality, told.description],
      18: told.accessionNo,
      22: at,
      24: 'RAD',
      25: resultStatus,
    }),
  ]
  return `${new Hl7Message(segments).toString()}\r`
}
