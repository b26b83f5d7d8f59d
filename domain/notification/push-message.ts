import {
  NOTIFICATION_KINDS,
  NOTIFICATION_SUBJECTS,
  type NotificationKind,
  type NotificationSubject,
} from './kinds.ts'

/** The content of a push message: how many of which kind are waiting, and ids. Nothing about a patient. */
export interface PushMessage {
  id: string
  kind: NotificationKind
  count: number
  subject_type: NotificationSubject
  subject_id: string
}

/** Reads a push message; returns undefined if it is not one. */
export function readPushMessage(text: string): PushMessage | undefined {
  const given = parse(text)
  if (!given) return undefined
  const { id, kind, count, subject_type, subject_id } = given
  const kinds: readonly unknown[] = NOTIFICATION_KINDS
  const subjects: readonly unknown[] = NOTIFICATION_SUBJECTS
  const isMessage =
    typeof id === 'string' &&
    typeof subject_id === 'string' &&
    typeof count === 'number' &&
    kinds.includes(kind) &&
    subjects.includes(subject_type)
  return isMessage ? ({ id, kind, count, subject_type, subject_id } as PushMessage) : undefined
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null ? { ...given } : undefined
  } catch {
    return undefined
  }
}
