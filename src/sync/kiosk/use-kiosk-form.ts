import { useState } from 'react'
import type { Device } from '../device.ts'
import { useLive } from '../use-live.ts'
import { findKioskForm, KIOSK_FORM_ID, type KioskForm } from './kiosk-form.ts'

const QUESTION = {
  read: ({ databases }: Device) => databases.work.session.get(KIOSK_FORM_ID),
  open: (_: unknown, { databases }: Device) => findKioskForm(databases),
}

/** A form that was handed over. */
export interface HandedForm {
  /** Undefined if there is none, or while locked. */
  form: KioskForm | undefined
  /** Why it could not be read: the next form must not take its place. */
  error: Error | undefined
  retry: () => void
}

/** Returns the handed-over form to continue or discard. */
export function useKioskForm(): HandedForm {
  const [attempt, setAttempt] = useState(0)
  const { answer, error } = useLive(QUESTION, `${KIOSK_FORM_ID}:${attempt}`)
  return { form: answer, error, retry: () => setAttempt((before) => before + 1) }
}
