import { notifications } from '@mantine/notifications'
import { UI_WORDS } from './words.ts'

/** A problem stays until it is closed, so that nobody misses it while looking away. */
export function notifyError(problem: unknown, title: string = UI_WORDS.failed): void {
  const message = problem instanceof Error ? problem.message : String(problem)
  notifications.show({ title, message, color: 'red', autoClose: false, role: 'alert' })
}

/** What a key asked for cannot be done now: said for a while, and once however often the key is pressed. */
export function notifyRefusal(reason: string): void {
  notifications.show({ id: reason, message: reason, color: 'orange', autoClose: 6000, role: 'alert' })
}

/** It lies over the buttons of a screen's corner: a click goes through it, and a pointer that rests there keeps it up no longer. */
const READ_ONLY = { withCloseButton: false, style: { pointerEvents: 'none' } } as const

/** Tells that something was done; the words say where it is ("On this device", "On server"), never a bare "Saved". */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4000, role: 'status', ...READ_ONLY })
}
