import { studyPartSource } from '../study-parts/part-source.ts'
import { selectBooklets } from './store.ts'

/** Copies of booklets on devices: wherever their study stands. */
export const bookletSource = studyPartSource('booklet', (tx, caller, ids) =>
  selectBooklets(tx, caller.clientId, ids),
)
