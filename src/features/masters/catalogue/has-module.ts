import type { MainModule } from '#domain/access/main-modules.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Whether the reader's client has the main module now. */
export function useHasModule(module: MainModule): boolean {
  return useSession()?.main_modules.includes(module) ?? false
}

/** Charge maps belong to main modules (docs/masters.md): the fields that a form leaves out without them. */
export function useFieldsWithoutModule(): string[] {
  const hasTeleradiology = useHasModule('teleradiology')
  const hasAppointments = useHasModule('appointment_system')
  return [
    ...(hasTeleradiology ? [] : ['branch_charges', 'doctor_charges']),
    ...(hasAppointments ? [] : ['branches']),
  ]
}
