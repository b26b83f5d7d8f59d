import { DocumentTagItem } from '../calls/study-parts.ts'
import { defineRecord } from './record.ts'

export const documentTagRecord = defineRecord({
  type: 'document_tag',
  body: DocumentTagItem,
  scopes: ['client'],
  copies: { table: 'documentTags', since: 2 },
})
