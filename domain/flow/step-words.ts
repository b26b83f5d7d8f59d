import type { Step } from './stages.ts'

/** The name of a step on the screen and on paper. */
export const STEP_WORDS: Readonly<Record<Step, string>> = {
  arrived: 'Booked to arrived',
  scan_start: 'Arrived to scan started',
  scan_end: 'Scan started to scan ended',
  assigned: 'Scan ended to assigned',
  first_text: 'Assigned to first text',
  signed: 'First text to signed',
  verified: 'Signed to verified',
  delivered: 'Verified to delivered',
}
