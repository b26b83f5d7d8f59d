/** Shown if this browser lacks what sending needs. */
export const STORAGE_WORDS = {
  noLocks:
    'This browser is too old to send what you do: what you type stays on this device. Open Readroom in a current Chrome, Edge, Firefox or Safari on this machine to go on, and export what waits here in the Sync centre.',
} as const
