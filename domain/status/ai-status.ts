/**
 * The state of an AI result (docs/visits.md#visit-and-service-status): requested, in progress, ready for review, and
 * the doctor's decision. `Failed`: the company or the image server did not accept the images.
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

/** The labels of the states (docs/visits.md#visit-and-service-status: Ready is shown as Result Ready). */
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
