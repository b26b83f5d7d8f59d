import { randomUUID } from 'node:crypto'
import type { BookingInput } from '#contract/calls/visits.ts'
import { type Centre, type CentreBranch, CHARGES, SLOT_MINUTES } from './centre.ts'

const MINUTE_MS = 60_000
export const SLOT_MS = SLOT_MINUTES * MINUTE_MS

/** Returns a new visit of one service, as the form sends it. */
export function bookingOf(
  centre: Centre,
  { branch, patientId, start }: { branch: CentreBranch; patientId: string; start: number },
): BookingInput {
  const span = {
    start_dt: new Date(start).toISOString(),
    end_dt: new Date(start + SLOT_MS).toISOString(),
  }
  return {
    id: randomUUID(),
    is_radiology: 1,
    branch_id: branch.id,
    patient_id: patientId,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    ...span,
    tag_id: null,
    package_id: null,
    departments: [
      {
        id: centre.departmentId,
        ref_hospital_id: null,
        ref_dr_id: null,
        other_ref_dr_ids: null,
        machines: [
          {
            id: randomUUID(),
            machine_id: branch.machineId,
            ...span,
            services: [{ id: randomUUID(), service_id: centre.serviceId, charges: CHARGES, discount: 0 }],
          },
        ],
      },
    ],
  }
}

/** Returns the same booking at another time. */
export function bookingAt(input: BookingInput, start: number): BookingInput {
  const by = start - Date.parse(input.start_dt)
  const moved = (at: string) => new Date(Date.parse(at) + by).toISOString()
  return {
    ...input,
    start_dt: moved(input.start_dt),
    end_dt: moved(input.end_dt),
    departments: input.departments.map((department) => ({
      ...department,
      machines: department.machines.map((slot) => ({
        ...slot,
        start_dt: moved(slot.start_dt),
        end_dt: moved(slot.end_dt),
      })),
    })),
  }
}
