import type { NotificationKind } from './kinds.ts'
import { plainWords } from './plain-words.ts'

/** What a device knows of the subject; nothing where it has no copy. */
export interface KnownSubject {
  /** The patient's name. */
  name: string
  /** The examination, or what is asked for; empty where that is not known. */
  about: string
}

/** A notification in words, with the patient's name where the device knows it. */
export function toldWords(kind: NotificationKind, known: KnownSubject | undefined): string {
  if (!known || known.name === '') return plainWords(kind)
  const { name, about } = known
  const what = about === '' ? name : `${about} of ${name}`
  switch (kind) {
    case 'critical_result':
      return `Critical result: ${what}`
    case 'study_assigned':
      return `${what} was assigned to you`
    case 'booking_request':
      return about === '' ? `${name} asks for an appointment` : `${name} asks for an appointment: ${about}`
    case 'ai_result':
      return `The AI result of ${what} is ready`
    case 'hl7_failed':
      return `The report of ${what} could not be sent to the other system`
    case 'message_failed':
      return `A message about ${what} could not be sent`
  }
}
