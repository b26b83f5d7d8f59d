import * as z from 'zod/mini'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** The fixed colour of a critical tag (docs/masters.md#lists). */
export const CRITICAL_COLOUR = '#ff0000'

/** Tags of studies, normal and critical (docs/masters.md#texts). */
export const studyTag = defineMaster({
  key: 'studyTag',
  title: 'Study Tags',
  noun: 'study tag',
  base: 'php',
  // contract/calls/directory.ts serves master/studyTags/ALL with the data for pickers.
  paths: { list: 'master/studyTags', save: 'master/saveStudyTag', remove: 'master/deleteStudyTag' },
  table: 'study_tag',
  owner: 'client',
  scope: 'client',
  tiles: ['studyTags'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    type: {
      kind: 'choice',
      label: 'Type',
      required: true,
      options: ['Normal', 'Critical'],
      default: 'Normal',
    },
    color_code: { kind: 'colour', label: 'Colour', required: true, default: '#ff0000', column: 'color' },
    charges: { kind: 'money', label: 'Charges', default: 0 },
    branch_charges: { kind: 'chargeMap', label: 'Branch charges', by: 'branch' },
    doctor_charges: { kind: 'chargeMap', label: 'Doctor charges', by: 'radiologyDoctor' },
    status: { kind: 'active', label: 'Status' },
  },
  known: { charges: 'prices', branch_charges: 'prices', doctor_charges: 'prices' },
  filters: { ...STATUS_FILTER, type: z.optional(z.enum(['Normal', 'Critical'])) },
  columns: ['name', 'color_code', 'charges', 'status'],
  search: ['name'],
  distinct: ['name'],
})
