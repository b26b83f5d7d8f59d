import { StudyTagItem } from '../calls/directory.ts'
import { defineRecord } from './record.ts'

export const tagRecord = defineRecord({
  type: 'tag',
  body: StudyTagItem,
  scopes: ['client'],
  copies: { table: 'tags', since: 1 },
})
