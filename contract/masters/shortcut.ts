import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** A doctor's own snippets of text (docs/masters.md#texts). */
export const shortcut = defineMaster({
  key: 'shortcut',
  title: 'Shortcuts',
  noun: 'shortcut',
  base: 'php',
  // The spec's client deletes through the study-tag call; ours has a path of its own (docs/wire.md#paths-and-bases).
  paths: { list: 'master/shortcuts', save: 'master/saveShortcut', remove: 'master/deleteShortcut' },
  table: 'shortcut',
  owner: 'client',
  scope: 'client',
  tiles: ['shortcuts'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    description: { kind: 'richText', label: 'Description', required: true, max: 20_000 },
    status: { kind: 'active', label: 'Status' },
  },
  /** Null if it is everybody's. */
  computed: { user_id: z.nullable(EntityId) },
  filters: STATUS_FILTER,
  columns: ['name', 'description', 'status'],
  search: ['name'],
})
