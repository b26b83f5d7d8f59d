import { MasterCopy } from '../masters/engine/copy.ts'
import { defineRecord } from './record.ts'

/** A record of a declared master (contract/masters); its kind names the master. */
export const masterRecord = defineRecord({
  type: 'master',
  body: MasterCopy,
  scopes: ['client', 'masters', 'people'],
  copies: { table: 'masters', since: 4, indexes: ['kind'], clear: ({ kind }) => ({ kind }) },
})
