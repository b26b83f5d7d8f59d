import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { ConvertInput } from './convert.ts'
import { findDepartment, findMachine, selectClinicDoctors } from './place-store.ts'
import { type BookedService, findBookedService } from './service-store.ts'
import type { LockedBooking } from './store.ts'

/** Where a request is converted to, and the booked service. */
export interface ConvertTarget {
  branchId: string
  machineId: string | null
  doctorId: string | null
  service: BookedService
}

type Slot = Omit<ConvertTarget, 'service'>

/**
 * Returns the place and service of the visit: a machine in radiology, a doctor in the clinic. Machine, doctor and
 * service must belong to the department; machine and doctor must belong to the request's branch.
 */
export async function placeOf(
  ctx: Context,
  request: LockedBooking,
  input: ConvertInput,
): Promise<ConvertTarget> {
  const department = await findDepartment(ctx.tx, input.department_id)
  if (!department) throw invalid({ department_id: 'is not a department' })
  const slot = department.is_radiology
    ? await machineSlot(ctx, request, input)
    : await doctorSlot(ctx, request, input)
  const service = await findBookedService(ctx.tx, ctx.caller.clientId, input.service, slot.branchId)
  if (!service || service.department_id !== input.department_id)
    throw invalid({ service: 'is not of this department' })
  return { ...slot, service }
}

async function machineSlot(ctx: Context, request: LockedBooking, input: ConvertInput): Promise<Slot> {
  if (input.doctor_id) throw invalid({ doctor_id: 'is not of radiology' })
  if (!input.machine_id) throw invalid({ machine_id: 'is required' })
  const machine = await findMachine(ctx.tx, ctx.caller.clientId, input.machine_id)
  if (!machine || machine.department_id !== input.department_id)
    throw invalid({ machine_id: 'is not of this department' })
  const wanted = request.branch_id ?? input.branch_id ?? machine.branch_id
  if (machine.branch_id !== wanted) throw invalid({ machine_id: 'is not of this branch' })
  return { branchId: machine.branch_id, machineId: machine.id, doctorId: null }
}

/** A clinic department where no doctor sees patients, such as a laboratory, needs no doctor. */
async function doctorSlot(ctx: Context, request: LockedBooking, input: ConvertInput): Promise<Slot> {
  if (input.machine_id) throw invalid({ machine_id: 'is not of the clinic' })
  const branchId = request.branch_id ?? input.branch_id
  if (branchId === undefined) throw invalid({ branch_id: 'is required' })
  if (input.branch_id !== undefined && input.branch_id !== branchId)
    throw invalid({ branch_id: 'is not the branch of the request' })
  const doctors = await selectClinicDoctors(ctx, { branchId, departmentId: input.department_id })
  const doctorId = input.doctor_id ?? null
  if (doctorId === null && doctors.length > 0) throw invalid({ doctor_id: 'is required' })
  if (doctorId !== null && !doctors.includes(doctorId))
    throw invalid({ doctor_id: 'is not a doctor of this department and branch' })
  return { branchId, machineId: null, doctorId }
}
