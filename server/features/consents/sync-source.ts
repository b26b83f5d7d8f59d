import { visitPartSource } from '../visits/public/reading/part-source.ts'
import { selectConsentRows } from './public/store.ts'

/** Consents are synced to the devices that have their visit. The evidence itself stays on the server. */
export const consentSource = visitPartSource('consent', (tx, _caller, ids) => selectConsentRows(tx, ids))
