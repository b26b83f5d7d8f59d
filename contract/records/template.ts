import { TemplateItem } from '../calls/directory.ts'
import { defineRecord } from './record.ts'

export const templateRecord = defineRecord({
  type: 'template',
  body: TemplateItem,
  scopes: ['client'],
  copies: { table: 'templates', since: 1 },
})
