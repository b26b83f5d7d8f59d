import { studyPartSource } from '../study-parts/part-source.ts'
import { selectCriticals } from './store.ts'

/** Critical results travel wherever their study does: open ones stand in "needs you" of their doctor. */
export const criticalSource = studyPartSource('critical', selectCriticals)
