import { studyPartSource } from '../study-parts/part-source.ts'
import { studyComments } from './store.ts'

/** Comments travel wherever their study does. */
export const commentSource = studyPartSource('comment', (tx, _caller, ids) => studyComments.byId(tx, ids))
