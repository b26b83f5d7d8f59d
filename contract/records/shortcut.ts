import { ShortcutItem } from '../calls/study-parts.ts'
import { defineRecord } from './record.ts'

export const shortcutRecord = defineRecord({
  type: 'shortcut',
  body: ShortcutItem,
  scopes: ['client'],
  copies: { table: 'shortcuts', since: 2 },
})
