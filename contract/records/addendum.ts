import { AddendumRow } from '../calls/study-parts.ts'
import { defineStudyPart } from './record.ts'

export const addendumRecord = defineStudyPart({
  type: 'addendum',
  body: AddendumRow,
  stored: { table: 'report_addendum' },
  copies: { table: 'addenda', since: 2 },
})
