import { sql } from 'kysely'
import type { OutgoingReport, PlacedOrder } from '#server/integrations/outgoing-report.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Dispatch } from '../report-dispatch/dispatch-store.ts'

/** Origin of a study: its registered patient, its visit, and the hospital's order; null if there is none. */
export interface Asked {
  fname: string | null
  lname: string | null
  visit_no: string | null
  ipno: string | null
  bedno: string | null
  placer_order_no: string | null
  placer_authority: string | null
  order_sender: string | null
  pat_id: string | null
  pat_id_authority: string | null
}

/** Returns patient, visit and order of a dispatch's study, in one statement. */
export async function selectAsked(tx: Tx, { client_id, study_id }: Dispatch): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select p.fname, p.lname, v.visit_no, v.ipno, v.bedno, r.placer_order_no, r.placer_authority, r.order_sender,
      r.pat_id, r.pat_id_authority
    from study s
    left join visit_service e on e.client_id = s.client_id and e.id = s.visit_service_id
    left join visit v on v.client_id = e.client_id and v.id = e.visit_id
    left join patient p on p.client_id = s.client_id and p.id = coalesce(s.patient_id, v.patient_id)
    left join booking_request r on r.client_id = v.client_id and r.id = v.booking_request_id
    where s.client_id = ${client_id} and s.id = ${study_id}`.execute(tx)
  return rows[0]
}

/** Returns the order as its sender knows it. */
export function placedOrder(asked: Asked | undefined): PlacedOrder | undefined {
  if (!asked?.placer_order_no) return undefined
  const [application = '', facility = ''] = (asked.order_sender ?? '').split('|')
  return {
    placerNo: asked.placer_order_no,
    placerAuthority: asked.placer_authority ?? '',
    application,
    facility,
  }
}

/** Returns the visit, with the hospital's own number of it if it gave one. */
export function visitOf(asked: Asked | undefined): OutgoingReport['visit'] {
  if (!asked || asked.visit_no === null) return undefined
  const { visit_no, ipno, bedno } = asked
  return { no: ipno || visit_no, isInPatient: Boolean(ipno || bedno), bed: bedno ?? '' }
}

/** Returns family and given name of a registered patient; a person with a single name has only a family name. */
export function namesOf(asked: Asked | undefined): OutgoingReport['patient']['names'] {
  if (!asked?.fname) return undefined
  return asked.lname ? { family: asked.lname, given: asked.fname } : { family: asked.fname, given: '' }
}
