import { defineMaster, STATUS_FILTER } from '#contract/masters/engine/define-master.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'

/** The example master of CONTRIBUTING.md, word for word; only here its name is not in the list. */
export const room = defineMaster({
  key: 'room' as MasterKey,
  title: 'Rooms',
  noun: 'room',
  base: 'php',
  paths: {
    list: 'master/rooms',
    all: 'master/rooms/ALL',
    save: 'master/saveRoom',
    remove: 'master/deleteRoom',
  },
  table: 'room',
  owner: 'client',
  scope: 'client',
  tiles: ['branches'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    branch_id: { kind: 'reference', label: 'Branch', required: true, to: 'branch' },
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    beds: { kind: 'int', label: 'Beds', min: 0, max: 50, default: 1 },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['branch_id', 'name', 'beds', 'status'],
  search: ['name'],
  unique: 'name',
})
