import { studyPartSource } from '../study-parts/part-source.ts'
import { studyComments } from './public/store.ts'

/** Comments are synced to the devices that have their study. */
export const commentSource = studyPartSource('comment', (tx, _caller, ids) => studyComments.byId(tx, ids))
