import type { MainModule } from '#domain/access/main-modules.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Returns whether the reader's client currently has the main module. */
export function useHasModule(module: MainModule): boolean {
  return useSession()?.main_modules.includes(module) ?? false
}

/**
 * Returns the charge map fields to leave out of a form because the client lacks their main module
 * (docs/masters.md).
 */
export function useFieldsWithoutModule(): string[] {
  const hasTeleradiology = useHasModule('teleradiology')
  const hasAppointments = useHasModule('appointment_system')
  return [
    ...(hasTeleradiology ? [] : ['branch_charges', 'doctor_charges']),
    ...(hasAppointments ? [] : ['branches']),
  ]
}
