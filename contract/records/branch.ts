import { BranchItem } from '../calls/directory.ts'
import { defineRecord } from './record.ts'

export const branchRecord = defineRecord({
  type: 'branch',
  body: BranchItem,
  scopes: ['client'],
  copies: { table: 'branches', since: 1 },
})
