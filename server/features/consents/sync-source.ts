import { visitPartSource } from '../visits/reading/part-source.ts'
import { selectConsentRows } from './store.ts'

/** Consents are synced to the devices that have their visit. The evidence itself stays on the server. */
export const consentSource = visitPartSource('consent', (tx, _caller, ids) => selectConsentRows(tx, ids))
