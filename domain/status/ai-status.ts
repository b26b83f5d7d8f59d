/**
 * Where an AI result stands (docs/visits.md#visit-and-service-status): asked for, being worked on, there to be looked at, and what the doctor
 * made of it. `Failed`: the company or the image server did not take the images.
 */
export const AI_STATUSES = [
  'Sending',
  'In_Process',
  'Ready',
  'Transferred',
  'Appended',
  'Rejected',
  'Failed',
] as const
export type AiStatus = (typeof AI_STATUSES)[number]

/** What people read (docs/visits.md#visit-and-service-status: Ready is shown as Result Ready). */
export const AI_STATUS_LABELS: Record<AiStatus, string> = {
  Sending: 'Sending',
  In_Process: 'In process',
  Ready: 'Result Ready',
  Transferred: 'Transferred',
  Appended: 'Appended',
  Rejected: 'Rejected',
  Failed: 'Not sent',
}

/** True while the doctor can accept or reject the result. */
export const isAiReady = (status: AiStatus): boolean => status === 'Ready'
