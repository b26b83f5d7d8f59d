import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { UI_WORDS } from './words.ts'

export interface ConfirmActionOptions {
  title: string
  /** Names the thing that the action is about. */
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Red, and never what Enter would press. */
  danger?: boolean
}

/** Asks in a dialog; resolves false when it is closed in any other way than by the confirming button. */
export function confirmAction(options: ConfirmActionOptions): Promise<boolean> {
  const { title, message, confirmLabel, cancelLabel = UI_WORDS.cancel, danger = false } = options
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      centered: true,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red.9' } : { 'data-autofocus': true },
      cancelProps: danger ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Runs after onConfirm too, when the promise is settled already.
      onClose: () => resolve(false),
    })
  })
}
