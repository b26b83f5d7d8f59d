import { studyPartSource } from '../study-parts/part-source.ts'
import { selectCriticals } from './public/store.ts'

/**
 * Critical results are synced to the devices that have their study; open ones appear in "needs you" of their doctor.
 */
export const criticalSource = studyPartSource('critical', selectCriticals)
