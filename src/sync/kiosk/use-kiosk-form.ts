import type { Device } from '../device.ts'
import { useLive } from '../use-live.ts'
import { findKioskForm, KIOSK_FORM_ID, type KioskForm } from './kiosk-form.ts'

const QUESTION = {
  read: ({ databases }: Device) => databases.work.session.get(KIOSK_FORM_ID),
  open: (_: unknown, { databases }: Device) => findKioskForm(databases),
}

/** The form that was handed over and is to be gone on with or put away; undefined where there is none, or while locked. */
export function useKioskForm(): KioskForm | undefined {
  return useLive(QUESTION, KIOSK_FORM_ID).answer
}
