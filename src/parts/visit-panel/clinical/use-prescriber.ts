import { profileCalls } from '#contract/calls/profile.ts'
import type { PrescriptionRow } from '#contract/calls/visit-records.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'

/**
 * Returns the name and licence under the prescriptions of the signed-in doctor, as last known on this device; undefined
 * until it has been online once. The doctors' board calls it too, so that its prescriptions can be printed offline.
 */
export function usePrescriber():
  | Pick<PrescriptionRow, 'doctor_id' | 'doctor' | 'dr_licence_code'>
  | undefined {
  const session = useSession()
  const { online } = useLink()
  const { answer } = useKeptCall(
    profileCalls.detail,
    {},
    {
      isWanted: session?.is_clinic_doctor === 1,
      news: String(online),
      keptAs: 'own-profile',
      isKeptWhenClosed: true,
    },
  )
  if (!session || !answer) return undefined
  return { doctor_id: session.user_id, doctor: session.name, dr_licence_code: answer.result.dr_licence_code }
}
