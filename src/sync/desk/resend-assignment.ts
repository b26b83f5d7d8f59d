import {
  type RefusedCommand,
  type Successor,
  sendInPlaceOf,
  typedIn,
} from '../outbox/refused/refused-command.ts'

/** Sends other doctors of a service instead of those that the server refused. As sendInPlaceOf. */
export async function resendServiceDoctors(
  refused: RefusedCommand,
  doctors: { assigned_doctor_id: string | null; signed_by_doctor_id: string | null },
): Promise<Successor> {
  const typed = typedIn(refused, 'appt/assignRadiologyDoctor')
  return sendInPlaceOf(refused, 'appt/assignRadiologyDoctor', { ...typed, ...doctors })
}

/** Sends another tag of a visit or service instead of one that the server refused. As sendInPlaceOf. */
export async function resendVisitTag(refused: RefusedCommand, tag_id: string | null): Promise<Successor> {
  const typed = typedIn(refused, 'appt/assignTag')
  return sendInPlaceOf(refused, 'appt/assignTag', { ...typed, tag_id })
}
