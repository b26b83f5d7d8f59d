import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { UI_WORDS } from '../words.ts'

export interface ConfirmActionOptions {
  title: string
  /** Names the object of the action. */
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Red, and never the default for Enter. */
  danger?: boolean
  /** The question comes without a press of its own: a click that was meant for something else must not answer it. */
  comesByItself?: boolean
}

/** Asks in a dialog; resolves to false if it is closed in any way other than the confirm button. */
export function confirmAction(options: ConfirmActionOptions): Promise<boolean> {
  const { title, message, confirmLabel, cancelLabel = UI_WORDS.cancel, danger = false } = options
  const closeOnClickOutside = options.comesByItself !== true
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      centered: true,
      closeOnClickOutside,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red.9' } : { 'data-autofocus': true },
      cancelProps: danger ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Also runs after onConfirm, when the promise is already settled.
      onClose: () => resolve(false),
    })
  })
}
