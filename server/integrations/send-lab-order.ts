import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askPartner, basicAuth } from './ask-partner.ts'

/** The destination of a branch's laboratory orders (docs/masters.md#settings). */
export interface LabPartner {
  url: string
  user: string
  password: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/**
 * An order for a laboratory. It replies by labapi/saveReport with the visit's number and the service's code or id.
 */
export interface LabOrder {
  visit_no: string
  branch: string
  /** ISO 8601. */
  ordered_on: string
  patient: {
    pat_id: string
    fname: string
    lname: string
    dob: string | null
    gender: string
    mobile: string
  }
  ref_physician: string
  services: {
    id: string
    name: string
    code: string
    lab_services: readonly { id: string; name: string; code: string }[]
  }[]
}

const ANSWER_MAX = 64 * 1024

/** Sends an order as JSON; throws NotTakenError with the laboratory's reason. */
export async function sendLabOrder({ url, user, password, out }: LabPartner, order: LabOrder): Promise<void> {
  await askPartner({
    out,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...basicAuth(user, password) },
    body: JSON.stringify(order),
    maxBytes: ANSWER_MAX,
  })
}
