import { useState } from 'react'
import * as z from 'zod/mini'
import { type BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import { LikelyPatient, type PatientRow } from '#contract/calls/patient-desk.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { slotsOffered } from '#src/parts/booking/slots/free-slots.ts'
import { ApiError, callApi } from '#src/sync/api/call-api.ts'
import type { Offer } from './use-offer.ts'

/** The values of the dialog; minutes count from the start of the branch's day. */
export interface ConvertValues {
  start: number
  departmentId: string | null
  /** The machine or, in the clinic, the doctor. */
  placeId: string | null
  /** Undefined until a person chooses one: the service that the request names applies. */
  serviceId: string | null | undefined
  tagId: string | null
  /** The reason for booking while the branch is closed. */
  hoursReason: string
}

export type ConvertErrors = Partial<Record<'start_dt' | 'department_id' | 'place' | 'service', string>>

/** Why the server refused the conversion. */
export interface ConvertRefusal {
  message: string
  fields: Record<string, string>
  free?: readonly FreeSlot[]
  /** The branch is closed at this time. */
  isClosed?: boolean
  likely?: readonly LikelyPatient[]
}

type ConvertInput = InputOf<typeof bookingCalls.convert>

/** Sends a conversion; shows a refusal next to the form and keeps the typed values. */
export function useConvert(
  request: BookingRow,
  { isClinical }: Pick<Offer, 'isClinical'>,
  onDone: () => void,
) {
  const [refusal, setRefusal] = useState<ConvertRefusal>()
  const [isSending, setIsSending] = useState(false)
  const send = async (
    { start, departmentId, placeId, serviceId, tagId, hoursReason }: ConvertValues,
    branchId: string,
    whose: Pick<ConvertInput, 'patient_id' | 'is_new_patient'>,
  ) => {
    if (departmentId === null || !serviceId) return
    setIsSending(true)
    const input: ConvertInput = {
      request_id: request.id,
      start_dt: new Date(start).toISOString(),
      department_id: departmentId,
      ...(isClinical(departmentId) ? { doctor_id: placeId } : { machine_id: placeId }),
      ...(request.branch_id === null && { branch_id: branchId }),
      service: serviceId,
      tag_id: tagId,
      ...(hoursReason.trim() !== '' && { hours_reason: hoursReason.trim() }),
      ...whose,
    }
    await callApi(bookingCalls.convert, input).then(onDone, (error: Error) => setRefusal(refusalOf(error)))
    setIsSending(false)
  }
  return { send, isSending, refusal, clear: () => setRefusal(undefined) }
}

/** The patient of the visit: as the request says, a chosen patient, or definitely a new one. */
export type Whose = { kind: 'requested' } | { kind: 'chosen'; patient: PatientRow } | { kind: 'new' }

export const whoseInput = (whose: Whose): Pick<ConvertInput, 'patient_id' | 'is_new_patient'> => {
  if (whose.kind === 'chosen') return { patient_id: whose.patient.id }
  return whose.kind === 'new' ? { is_new_patient: 1 } : {}
}

/** Returns the server's errors for the fields of the dialog. */
export function fieldErrors({
  fields: { start_dt, department_id, machine_id, doctor_id, service },
}: ConvertRefusal): ConvertErrors {
  const place = machine_id ?? doctor_id
  return {
    ...(start_dt && { start_dt }),
    ...(department_id && { department_id }),
    ...(place && { place }),
    ...(service && { service }),
  }
}

const SHOWN_FIELDS: readonly string[] = ['start_dt', 'department_id', 'machine_id', 'doctor_id', 'service']

/** Returns the errors for which the dialog has no field, such as the request's own phone number. */
export const otherFields = ({ fields }: ConvertRefusal): string[] =>
  Object.entries(fields).flatMap(([name, words]) => (SHOWN_FIELDS.includes(name) ? [] : [words]))

function refusalOf(error: Error): ConvertRefusal {
  if (!(error instanceof ApiError)) return { message: error.message, fields: {} }
  const { current } = error.body
  const free = slotsOffered(error.body)
  const likely = error.code === 'likely_duplicate' ? z.array(LikelyPatient).safeParse(current) : undefined
  return {
    message: error.message,
    fields: error.fields ?? {},
    ...(free && { free }),
    isClosed: error.code === 'out_of_hours',
    ...(likely?.success && { likely: likely.data }),
  }
}
