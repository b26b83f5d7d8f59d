import { CriticalRow } from '../calls/study-parts.ts'
import { defineStudyPart } from './record.ts'

export const criticalRecord = defineStudyPart({
  type: 'critical',
  body: CriticalRow,
  stored: { table: 'critical_result' },
  copies: { table: 'criticals', since: 2 },
})
