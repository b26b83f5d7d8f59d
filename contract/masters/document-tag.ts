import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Kinds of document, owned by the platform (docs/masters.md#texts, docs/masters.md#who-sees-which-tile). */
export const documentTag = defineMaster({
  key: 'documentTag',
  title: 'Document Tags',
  noun: 'document tag',
  base: 'php',
  // contract/calls/directory.ts serves master/documentTags/ALL with the data for pickers.
  paths: { list: 'master/documentTags', save: 'master/saveDocumentTag', remove: 'master/deleteDocumentTag' },
  table: 'document_tag',
  owner: 'platform',
  scope: 'client',
  tiles: ['documentTags'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['name', 'status', 'created'],
  search: ['name'],
  unique: 'name',
})
