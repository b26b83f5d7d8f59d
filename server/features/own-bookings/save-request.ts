import { v7 as mintId } from 'uuid'
import type { ownBookingCalls } from '#contract/calls/bookings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { dayAt } from '#domain/time/zones.ts'
import { instantOf } from '#domain/visit/open-hours.ts'
import { isOpenDuring, outsideHoursWords } from '#domain/visit/outside-hours.ts'
import type { Context } from '#server/kernel/context.ts'
import { giveFile } from '#server/kernel/files/give-file.ts'
import { insertRequest } from '../bookings/public/ordered-requests.ts'
import { noticeContext } from '../notices/plan-notice.ts'
import { noticeRequested } from '../notices/request-notices.ts'
import { notifyRequest } from '../notifications/public/events.ts'
import { patientCame } from '../patients/public/announce.ts'
import type { StoredPatient } from '../patients/public/find-patient.ts'
import { countOpenRequests, findRequest, selectBranches, selectDepartments } from './store.ts'

type RequestInput = ParsedInputOf<typeof ownBookingCalls.save>

/** The most waiting requests of one patient. */
const OPEN_MAX = 10
const STILL_WAITING = 'Your earlier requests are still with the centre. Please wait for its call.'

/** Sends a patient's own request to the desk of a branch; a repeat with the same id is the same request. */
export async function saveOwnRequest(
  ctx: Context,
  patient: StoredPatient,
  input: RequestInput,
): Promise<string> {
  const { tx, caller, now } = ctx
  const id = input.id ?? mintId()
  const known = await findRequest(tx, caller.clientId, id)
  if (known) {
    if (known.patient_id !== patient.id || known.hidden) throw new Refusal('id_reused')
    return id
  }
  const place = await placeOf(ctx, input)
  if ((await countOpenRequests(tx, caller.clientId, patient.id)) >= OPEN_MAX)
    throw new Refusal('requests_waiting', STILL_WAITING)
  const file = input.doc_file_id && {
    id: input.doc_file_id,
    purpose: 'request_document' as const,
    ownerId: id,
  }
  if (file && (await giveFile(tx, caller, file)) === undefined)
    throw new Refusal('invalid', undefined, { fields: { doc_file_id: 'Choose the document again.' } })
  await insertRequest(ctx, {
    client_id: caller.clientId,
    id,
    source: 'Patient',
    branch_id: input.branch_id,
    department_id: input.department_id,
    patient_id: patient.id,
    pat_id: patient.pat_id,
    pat_first_name: patient.fname,
    pat_last_name: patient.lname,
    pat_dob: input.dob,
    gender: input.gender === 'M' ? 'Male' : 'Female',
    mobile: patient.mobile,
    study_desc: place.department,
    exam_reason: (input.exam_reason ?? '').trim(),
    start_date: place.start,
    doc_file_id: input.doc_file_id ?? null,
    created: now,
  })
  await noticeRequested(noticeContext(ctx), id)
  await ctx.audit('add', 'booking_request', id, { branch_id: input.branch_id })
  await patientCame(ctx, caller.clientId, { patientId: patient.id, branchId: input.branch_id })
  await notifyRequest(ctx, { client_id: caller.clientId, id, branch_id: input.branch_id })
  return id
}

/** Returns the requested time and department; the hour is in the time zone of the branch. */
async function placeOf(
  { tx, caller, now }: Context,
  input: RequestInput,
): Promise<{ start: Date; department: string }> {
  const branch = (await selectBranches(tx, caller.clientId)).find(({ id }) => id === input.branch_id)
  const department = (await selectDepartments(tx)).find(({ id }) => id === input.department_id)
  const born = birthDayProblem(input.dob, dayAt(now, caller.timeZone))
  const fields = {
    ...(!branch && { branch_id: 'Choose a location.' }),
    ...(!department && { department_id: 'Choose what the appointment is for.' }),
    ...(born && { dob: `Date of birth ${born}.` }),
  }
  if (!branch || !department || born) throw new Refusal('invalid', undefined, { fields })
  const [hours = 0, minutes = 0] = input.booking_time.split(':').map(Number)
  const start = new Date(instantOf(input.booking_date, hours * 60 + minutes, branch.time_zone))
  if (start < now) throw new Refusal('past_booking')
  // Patients cannot give a reason; if they cannot come in open hours, they call the centre.
  if (!isOpenDuring({ from: start.getTime(), to: start.getTime() + 1 }, branch))
    throw new Refusal('out_of_hours', undefined, {
      fields: { booking_time: outsideHoursWords(branch.open_time, branch.close_time) },
    })
  return { start, department: department.name }
}
