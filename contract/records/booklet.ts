import { BookletRow } from '../calls/study-parts.ts'
import { defineStudyPart } from './record.ts'

export const bookletRecord = defineStudyPart({
  type: 'booklet',
  body: BookletRow,
  stored: { table: 'booklet' },
  copies: { table: 'booklets', since: 2 },
})
