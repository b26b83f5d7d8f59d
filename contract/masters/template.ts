import * as z from 'zod/mini'
import { TEMPLATE_SEXES } from '#domain/report/template-fit.ts'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/**
 * Report templates (docs/masters.md#texts, docs/masters.md): a doctor's own, or everybody's. Devices hold the active
 * ones as pickers do (contract/calls/directory.ts), so there are no other copies. `saveTemplate` also accepts a form
 * with a Word document.
 */
export const template = defineMaster({
  key: 'template',
  title: 'Templates',
  noun: 'template',
  base: 'php',
  // contract/calls/directory.ts serves templates/ALL for pickers.
  paths: { list: 'templates', save: 'saveTemplate', remove: 'deleteTemplate' },
  table: 'template',
  owner: 'client',
  scope: 'none',
  tiles: ['templates'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this template?',
  fields: {
    name: { kind: 'text', label: 'Template Name', required: true, max: 200 },
    cat_id: { kind: 'reference', label: 'Category', required: true, to: 'templateCat' },
    modality: {
      kind: 'code',
      label: 'Modality',
      max: 8,
      hint: 'Studies of it see the template’s department opened.',
    },
    sex: {
      kind: 'choice',
      label: 'Sex',
      options: TEMPLATE_SEXES,
      default: 'Any',
      hint: 'Offered first for patients of this sex, and not for others.',
    },
    age_from: { kind: 'int', label: 'Age from', min: 0, max: 120, unit: 'years' },
    age_to: {
      kind: 'int',
      label: 'Age to',
      min: 0,
      max: 120,
      unit: 'years',
      hint: 'Completed years; blank is open.',
    },
    no_autosave: {
      kind: 'flag',
      label: 'No autosave while it is used',
      hint: 'A report with this template is kept on the device and sent by Draft or Sign only.',
    },
    content: { kind: 'richText', label: 'Description', column: 'report_data', hasFields: true },
    conclusion: { kind: 'richText', label: 'Conclusion', hasFields: true },
    recommendation: { kind: 'richText', label: 'Recommendation', hasFields: true },
    status: { kind: 'active', label: 'Status' },
  },
  extra: {
    /** The Word document that the text came from; if omitted from a save, it stays. */
    file_id: z.optional(z.nullable(EntityId)),
  },
  computed: {
    /** The owning doctor; null is everybody's. */
    user_id: z.nullable(EntityId),
    category: z.string(),
    department_id: z.nullable(EntityId),
  },
  filters: { ...STATUS_FILTER, cat_id: z.optional(EntityId), department_id: z.optional(EntityId) },
  columns: ['name', 'category', 'modality', 'status'],
  search: ['name'],
  unique: 'name',
})
export type TemplateRecord = z.output<typeof template.record>
