import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Machines of a department at a branch (docs/masters.md#departments-services-machines). */
export const machine = defineMaster({
  key: 'machine',
  title: 'Machines',
  noun: 'machine',
  base: 'php',
  paths: {
    list: 'master/machines',
    all: 'master/machines/ALL',
    save: 'master/saveMachine',
    remove: 'master/deleteMachine',
  },
  table: 'machine',
  owner: 'client',
  scope: 'client',
  tiles: ['radiologyDepartments', 'clinicalDepartments'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    branch_id: { kind: 'reference', label: 'Branch', required: true, to: 'branch' },
    department_id: { kind: 'reference', label: 'Department', required: true, to: 'department' },
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    aet: { kind: 'code', label: 'AET', required: true, max: 16 },
    modality: { kind: 'code', label: 'Modality', required: true, max: 8 },
    /** PC-PNDT Act (docs/form-f.md). */
    pndt_registration_no: {
      kind: 'text',
      label: 'PC-PNDT registration',
      max: 60,
      hint: 'India: the number under which the ultrasound machine is registered.',
    },
    disp_odr: { kind: 'int', label: 'Display order', min: 0, max: 9999, default: 0 },
    status: { kind: 'active', label: 'Status' },
  },
  filters: { ...STATUS_FILTER, branch_id: z.optional(EntityId), department_id: z.optional(EntityId) },
  columns: ['branch_id', 'name', 'aet', 'modality', 'disp_odr', 'status'],
  search: ['name', 'aet'],
  unique: 'name',
})
