import type { Device } from '../device.ts'
import { useLive } from '../use-live.ts'
import { findHandedForm, HANDED_FORM_ID, type HandedForm } from './handed-form.ts'

const QUESTION = {
  read: ({ databases }: Device) => databases.work.session.get(HANDED_FORM_ID),
  open: (_: unknown, { databases }: Device) => findHandedForm(databases),
}

/** The form that was handed over and is to be gone on with or put away; undefined where there is none, or while locked. */
export function useHandedForm(): HandedForm | undefined {
  return useLive(QUESTION, HANDED_FORM_ID).answer
}
