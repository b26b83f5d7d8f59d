import { UserItem } from '../calls/directory.ts'
import { defineRecord } from './record.ts'

/** People named in a booking: doctors of every kind, including referrers. */
export const personRecord = defineRecord({
  type: 'person',
  body: UserItem,
  scopes: ['persons'],
  copies: { table: 'people', since: 5 },
})
