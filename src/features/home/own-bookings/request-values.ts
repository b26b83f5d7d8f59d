import type { ownBookingCalls } from '#contract/calls/bookings.ts'
import type { InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { instantOf, minutesOf } from '#domain/visit/open-hours.ts'
import { isOpenDuring } from '#domain/visit/outside-hours.ts'

export type Choices = OutputOf<typeof ownBookingCalls.choices>['result']

/** The typed values of the request form. */
export interface RequestValues {
  branch_id: string
  department_id: string
  dob: string
  gender: '' | 'M' | 'F'
  booking_date: string
  booking_time: string
  exam_reason: string
}

/** A document that was already uploaded. */
export interface SentDocument {
  id: string
  name: string
  isPdf: boolean
}

/** Returns an empty form, prefilled with what the centre knows about the person. */
export const blankValues = ({ dob, gender, branches }: Choices): RequestValues => ({
  branch_id: branches.length === 1 ? (branches[0]?.id ?? '') : '',
  department_id: '',
  dob: dob ?? '',
  gender,
  booking_date: '',
  booking_time: '',
  exam_reason: '',
})

const REQUIRED = ['branch_id', 'department_id', 'dob', 'gender', 'booking_date', 'booking_time'] as const

/** A problem of a field: detected by the page, or an English sentence of the server. */
export type FieldProblem = 'missing' | 'closed' | { said: string }

/**
 * Returns the problems by field: all fields except the reason are required (docs/money.md#schemes), and the
 * location must be open at that time.
 */
export function wrongFields(values: RequestValues, { branches }: Choices): Record<string, FieldProblem> {
  const missing = REQUIRED.filter((name) => values[name] === '')
  const branch = branches.find(({ id }) => id === values.branch_id)
  const isClosed = branch !== undefined && missing.length === 0 && !isOpenAt(values, branch)
  return {
    ...Object.fromEntries(missing.map((name) => [name, 'missing' as const])),
    ...(isClosed && { booking_time: 'closed' as const }),
  }
}

/** Returns whether the location is open; day and time are in the time zone of the location. */
function isOpenAt(
  { booking_date, booking_time }: RequestValues,
  { open_time, close_time }: Choices['branches'][number],
): boolean {
  const start = instantOf(booking_date, minutesOf(booking_time) ?? 0, 'UTC')
  return isOpenDuring({ from: start, to: start + 1 }, { open_time, close_time, time_zone: 'UTC' })
}

/** Returns the input of the call; `id` stays the same if it is sent again after a lost response. */
export function inputOf(
  values: RequestValues,
  id: string,
  document: SentDocument | undefined,
  { departments }: Choices,
): InputOf<typeof ownBookingCalls.save> {
  const { gender, booking_date, booking_time } = values
  return {
    ...values,
    id,
    gender: gender === 'M' ? 'M' : 'F',
    department: departments.find((one) => one.id === values.department_id)?.name ?? '',
    booking_dt: `${booking_date} ${booking_time}:00`,
    doc_file_id: document?.id ?? null,
    is_doc_pdf: document?.isPdf ? 1 : 0,
  }
}
