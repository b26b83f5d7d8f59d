import type { ToInput } from '#src/sync/kiosk/hand-over.ts'
import { signedInput } from '../consent-form/consent-draft.ts'

/** The command of a form that was signed on a tablet of the house. */
export const kioskInput: ToInput = (draft, { visitId, detail }) => ({
  ...signedInput(draft, detail, new Date()),
  appt_id: visitId,
  via: 'Kiosk',
})
