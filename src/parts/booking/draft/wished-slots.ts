import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { WishedSlot } from '#domain/visit/calendar-rules.ts'
import type { Catalogue } from '../services/use-catalogue.ts'

/** The parts of a catalogue that the calendar's rules use. */
export type CalendarCatalogue = Pick<Catalogue, 'departments' | 'services' | 'placesOf' | 'slotMinutesOf'>

/** A slot of a booking in the form that the calendar's rules check, with its path in the input. */
export interface InputSlot extends WishedSlot {
  path: string
  departmentId: string
}

/** Returns the slots of a booking as the server would judge them; `visit` is the one being changed. */
export function wishedSlotsOf(
  input: BookingInput,
  catalogue: CalendarCatalogue,
  visit: Pick<VisitRow, 'machines' | 'services'> | undefined,
): InputSlot[] {
  const types = new Map(catalogue.services.map(({ id, type }) => [id, type]))
  const cancelled = new Set(
    visit?.services.filter(({ status }) => !isLiveService(status)).map(({ id }) => id),
  )
  return input.departments.flatMap((department, d) =>
    department.machines.map((machine, m) => {
      const live = machine.services.filter(({ id }) => !cancelled.has(id))
      const mayOverlap = catalogue.departments.find(({ id }) => id === department.id)?.may_overlap === 1
      const hasMachine = input.is_radiology === 1 && catalogue.placesOf(department.id).length > 0
      return {
        path: `departments.${d}.machines.${m}`,
        id: machine.id,
        departmentId: department.id,
        machineId: machine.machine_id,
        doctorId: machine.doctor_id ?? null,
        from: Date.parse(machine.start_dt),
        to: Date.parse(machine.end_dt),
        blocks: live.length > 0 && !mayOverlap,
        needsMachine:
          hasMachine &&
          !machine.doctor_id &&
          live.some(({ service_id }) => types.get(service_id) !== 'Exam_Consumable'),
        isFirstFree: machine.first_free === 1,
        before: standingSlot(visit?.machines.find(({ id }) => id === machine.id)),
      }
    }),
  )
}

function standingSlot(slot: VisitRow['machines'][number] | undefined): WishedSlot['before'] {
  if (!slot) return undefined
  return {
    machineId: slot.machine_id,
    doctorId: slot.doctor_id,
    from: Date.parse(slot.start_dt),
    to: Date.parse(slot.end_dt),
    isOverbooked: slot.blocks === 0,
  }
}
