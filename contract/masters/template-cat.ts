import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Categories of report templates (docs/masters.md#texts, docs/masters.md): a doctor's own, or everybody's. */
export const templateCat = defineMaster({
  key: 'templateCat',
  title: 'Template categories',
  noun: 'category',
  base: 'php',
  paths: {
    list: 'templateCats',
    all: 'templateCats/ALL',
    save: 'saveTemplateCat',
    remove: 'deleteTemplateCat',
  },
  table: 'template_category',
  owner: 'client',
  scope: 'client',
  tiles: ['templates'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this category?',
  fields: {
    name: { kind: 'text', label: 'Category Name', required: true, max: 100 },
    department_id: { kind: 'reference', label: 'Department', to: 'department' },
    status: { kind: 'active', label: 'Status' },
  },
  /** The owning doctor; null is everybody's. */
  computed: { user_id: z.nullable(EntityId) },
  filters: { ...STATUS_FILTER, department_id: z.optional(EntityId) },
  columns: ['name', 'department_id', 'status'],
  search: ['name'],
  unique: 'name',
})
export type TemplateCatRecord = z.output<typeof templateCat.record>
