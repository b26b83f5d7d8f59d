import type { ToInput } from '#src/sync/kiosk/hand-over.ts'
import { signedInput } from '../consent-form/consent-draft.ts'

/** Returns the command of a form signed on a tablet of the centre. */
export const kioskInput: ToInput = (draft, { visitId, detail }) => ({
  ...signedInput(draft, detail, new Date()),
  appt_id: visitId,
  via: 'Kiosk',
})
