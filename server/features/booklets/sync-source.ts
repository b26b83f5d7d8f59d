import { studyPartSource } from '../study-parts/part-source.ts'
import { selectBooklets } from './store.ts'

/** Booklets are synced to the devices that have their study. */
export const bookletSource = studyPartSource('booklet', (tx, caller, ids) =>
  selectBooklets(tx, caller.clientId, ids),
)
