import { studyPartSource } from '../study-parts/part-source.ts'
import { selectComments } from './store.ts'

/** Comments travel wherever their study does. */
export const commentSource = studyPartSource('comment', selectComments)
