import { randomUUID } from 'node:crypto'
import type { BookingInput } from '#contract/calls/visits.ts'
import { machineIdOf, serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type Answer, type ApiUser, type DemoServer, NOW, PHP } from '../open-demo.ts'

export const CLIENT = SANJEEVANI.id
export const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const serviceOf = (code: string) => serviceIdOf(SANJEEVANI, code)
export const machineOf = (name: string, branch = ANDHERI) => machineIdOf(branch, name)

/** The demo's desk with the data for a booking: departments by name, and a patient. */
export interface BookingFixture {
  departments: ReadonlyMap<string, string>
  patientId: string
}

export async function openBookingFixture(server: DemoServer): Promise<BookingFixture> {
  return server.db.database.tenant(CLIENT, async (tx) => {
    const departments = await tx.selectFrom('department').select(['id', 'name']).execute()
    const patient = await tx.selectFrom('patient').select('id').orderBy('pat_id').executeTakeFirstOrThrow()
    return { departments: new Map(departments.map(({ id, name }) => [name, id])), patientId: patient.id }
  })
}

/** Opens the branches of the client around the clock, for tests that are not about open hours. */
export const openAllDay = (server: DemoServer) =>
  server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('branch').set({ open_time: '', close_time: '' }).where('client_id', '=', CLIENT).execute(),
  )

/** A test's values for a booking; the default is an MRI of the knee at Andheri. */
export interface Wish {
  id?: string
  rev?: number
  branch?: string
  department?: string
  machine?: string | null
  doctor?: string
  start?: Date
  codes?: readonly string[]
  /** By code. */
  charges?: Readonly<Record<string, number>>
  discounts?: Readonly<Record<string, number>>
  refDr?: string | null
  more?: Partial<BookingInput>
}

/** Returns a time on a day without any booking. */
export const freeTime = (minutes = 0): Date =>
  new Date(NOW.getTime() - (NOW.getTime() % DAY_MS) + 5 * DAY_MS + 6 * 3_600_000 + minutes * MINUTE_MS)

const PRICES: Record<string, number> = {
  'MR-KNEE': 7000,
  'MR-BRN': 6500,
  'US-ABPL': 1400,
  'US-KUB': 1000,
  'US-ANOM': 2800,
  'CL-CARD': 1000,
}

/** Returns a booking as the form sends it. */
export function bookingOf(desk: BookingFixture, wish: Wish = {}): BookingInput {
  const { department = 'MRI', codes = ['MR-KNEE'], start = freeTime(), branch = ANDHERI } = wish
  const machine = wish.machine === undefined ? machineOf('MRI 1', branch) : wish.machine
  const end = new Date(start.getTime() + codes.length * 30 * MINUTE_MS)
  return {
    id: wish.id ?? randomUUID(),
    ...(wish.rev !== undefined && { rev: wish.rev }),
    is_radiology: 1,
    branch_id: branch,
    patient_id: desk.patientId,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    start_dt: start.toISOString(),
    end_dt: end.toISOString(),
    tag_id: null,
    package_id: null,
    departments: [
      {
        id: desk.departments.get(department) ?? '',
        ref_hospital_id: null,
        ref_dr_id: wish.refDr ?? null,
        other_ref_dr_ids: null,
        machines: [
          {
            id: randomUUID(),
            machine_id: machine,
            doctor_id: wish.doctor ?? null,
            start_dt: start.toISOString(),
            end_dt: end.toISOString(),
            services: codes.map((code) => ({
              id: randomUUID(),
              service_id: serviceOf(code),
              charges: wish.charges?.[code] ?? PRICES[code] ?? 500,
              discount: wish.discounts?.[code] ?? 0,
            })),
          },
        ],
      },
    ],
    ...wish.more,
  }
}

export const SAVE = `${PHP}appt/save`
export const save = (desk: ApiUser, booking: BookingInput) => desk.post(SAVE, booking)

/** Saves a booking and returns it as the server does. */
export async function booked(desk: ApiUser, booking: BookingInput) {
  const answer = await save(desk, booking)
  if (answer.status !== 200) throw new Error(`not booked: ${JSON.stringify(answer.body)}`)
  return answer.body.result.visit
}

/** Saves as a device does: repeats the request while the server is busy with others. */
export async function saveUntilAnswered(desk: ApiUser, booking: BookingInput): Promise<Answer> {
  const answer = await save(desk, booking)
  return answer.status === 503 ? saveUntilAnswered(desk, booking) : answer
}
