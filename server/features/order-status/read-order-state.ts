import { sql } from 'kysely'
import type { OrderState } from '#domain/order/order-progress.ts'
import type { OutgoingOrderState } from '#server/integrations/hl7/order-status-message.ts'
import { SENDING_APPLICATION } from '#server/integrations/outgoing-report.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Partners } from '../report-dispatch/dispatch-store.ts'
import type { StatusDispatch } from './public/store.ts'

interface Row {
  placer_order_no: string
  placer_authority: string | null
  order_sender: string
  ordered_pat_id: string
  pat_id_authority: string
  ordered_fname: string
  ordered_lname: string
  ordered_dob: string | null
  pat_dob_given: string
  ordered_gender: string
  study_desc: string
  modalities: string[]
  pat_id: string | null
  fname: string | null
  lname: string | null
  dob: string | null
  gender: string | null
  visit_no: string | null
  ipno: string | null
  bedno: string | null
  accession_no: string | null
}

/**
 * Reads the content of a state message: the patient's number from the order itself, even after a merge, and the names
 * as registered now.
 */
export async function readOrderState(
  tx: Tx,
  dispatch: StatusDispatch,
  { facility, zone, hl7: { authority } }: Pick<Partners, 'facility' | 'zone' | 'hl7'>,
  now: Date,
): Promise<OutgoingOrderState> {
  const row = await selectOrder(tx, dispatch)
  const [application = '', sendingFacility = ''] = row.order_sender.split('|')
  const isHospitals = row.ordered_pat_id !== ''
  return {
    controlId: dispatch.control_id,
    sentAt: now,
    sender: { application: SENDING_APPLICATION, facility },
    zone,
    order: {
      placerNo: row.placer_order_no,
      placerAuthority: row.placer_authority ?? '',
      application,
      facility: sendingFacility,
    },
    state: dispatch.status as OrderState,
    reached: dispatch.reached,
    visit:
      row.visit_no === null
        ? undefined
        : { no: row.ipno || row.visit_no, isInPatient: Boolean(row.ipno || row.bedno), bed: row.bedno ?? '' },
    patient: {
      id: isHospitals ? row.ordered_pat_id : (row.pat_id ?? ''),
      authority: isHospitals ? row.pat_id_authority || authority : authority,
      ...nameOf(row),
      sex: row.gender || row.ordered_gender,
      birthdate: row.dob ?? row.ordered_dob ?? row.pat_dob_given,
    },
    accessionNo: row.accession_no ?? '',
    authority,
    description: row.study_desc,
    modality: row.modalities[0] ?? '',
  }
}

/** A person with only one name has it as family name. */
function nameOf(row: Row): { family: string; given: string } {
  const [given, family] =
    row.fname === null ? [row.ordered_fname, row.ordered_lname] : [row.fname, row.lname ?? '']
  return family === '' ? { family: given, given: '' } : { family, given }
}

async function selectOrder(tx: Tx, { client_id, booking_request_id }: StatusDispatch): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.placer_order_no, r.placer_authority, r.order_sender, r.pat_id as ordered_pat_id, r.pat_id_authority,
      r.pat_first_name as ordered_fname, r.pat_last_name as ordered_lname, r.pat_dob as ordered_dob, r.pat_dob_given,
      r.gender as ordered_gender, r.study_desc, r.modalities, p.pat_id, p.fname, p.lname, p.dob, p.gender,
      v.visit_no, v.ipno, v.bedno, coalesce(e.accession_no, nullif(r.accession_no, '')) as accession_no
    from booking_request r
    left join visit v on v.client_id = r.client_id and v.booking_request_id = r.id
    left join patient p on p.client_id = r.client_id and p.id = coalesce(v.patient_id, r.patient_id)
    left join lateral (select s.accession_no from visit_service s
      where s.client_id = v.client_id and s.visit_id = v.id and s.accession_no <> ''
      order by s.accession_no <> r.accession_no, s.place, s.id limit 1) e on true
    where r.client_id = ${client_id} and r.id = ${booking_request_id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the order of a state is not there')
  return row
}
