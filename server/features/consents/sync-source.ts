import { visitPartSource } from '../visits/part-source.ts'
import { selectConsentRows } from './store.ts'

/** Consents on devices: wherever their visit stands. The evidence itself stays at the server. */
export const consentSource = visitPartSource('consent', 'patient_consent', (tx, _caller, ids) =>
  selectConsentRows(tx, ids),
)
