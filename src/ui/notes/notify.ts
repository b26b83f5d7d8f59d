import { notifications } from '@mantine/notifications'
import { UI_WORDS } from '../words.ts'

/** Shows a problem until it is closed, so that nobody misses it while looking away. */
export function notifyError(problem: unknown, title: string = UI_WORDS.failed): void {
  const message = problem instanceof Error ? problem.message : String(problem)
  notifications.show({ title, message, color: 'red', autoClose: false, role: 'alert' })
}

/** Shows for a while why a shortcut cannot act now, and only once however often the key is pressed. */
export function notifyRefusal(reason: string): void {
  notifications.show({ id: reason, message: reason, color: 'orange', autoClose: 6000, role: 'alert' })
}

/** It covers buttons in a screen's corner: clicks pass through, and a hovering pointer does not keep it open. */
const READ_ONLY = { withCloseButton: false, style: { pointerEvents: 'none' } } as const

/** Shows that something was done; the message says where it is ("On this device", "On server"), never just "Saved". */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4000, role: 'status', ...READ_ONLY })
}
