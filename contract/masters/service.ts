import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

const SERVICE_FILTERS = {
  ...STATUS_FILTER,
  department_id: z.optional(EntityId),
  isradiology: z.optional(z.enum(['0', '1'])),
  // The spec's own variant of the name has the same meaning (docs/wire.md).
  is_radiology: z.optional(z.enum(['0', '1'])),
}

/** A test of a laboratory service (docs/visits.md#laboratory): orders and results name it. */
export const LabService = z.strictObject({ id: EntityId, name: requiredText(200), code: text(50) })
export type LabService = z.output<typeof LabService>

/** Bookable services, radiology and clinical (docs/masters.md#departments-services-machines). */
export const service = defineMaster({
  key: 'service',
  title: 'Services',
  noun: 'service',
  base: 'php',
  paths: {
    // master/services/ALL has an order of its own: serviceCalls below.
    list: 'master/services',
    save: 'master/saveService',
    remove: 'master/deleteService',
  },
  table: 'service',
  owner: 'client',
  scope: 'client',
  tiles: ['radiologyServices', 'clinicalServices'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    department_id: { kind: 'reference', label: 'Department', required: true, to: 'department' },
    name: { kind: 'text', label: 'Name', required: true, max: 200 },
    code: { kind: 'code', label: 'Code', max: 50 },
    /** For radiology only; a clinical service keeps the first value. */
    type: {
      kind: 'choice',
      label: 'Type',
      options: ['Exam_Service', 'Exam_Consumable'],
      labels: { Exam_Service: 'Exam Service', Exam_Consumable: 'Exam Consumable' },
      default: 'Exam_Service',
    },
    charges: { kind: 'money', label: 'Charges', required: true },
    tat: { kind: 'int', label: 'TAT', min: 0, max: 525_600, unit: 'minutes', default: 0 },
    /** Points for reading it in the reader's pay-out. */
    points: { kind: 'points', label: 'Points', default: 0 },
    default_refdr_charges: {
      kind: 'money',
      label: 'Default Ref. Dr. Charges',
      default: 0,
      percentBy: 'default_refdr_charges_type',
    },
    default_refdr_charges_type: {
      kind: 'choice',
      label: 'Ref. Dr. Charges Type',
      options: ['Percent', 'Flat'],
      default: 'Percent',
    },
    is_outsourced: { kind: 'flag', label: 'Is Outsourced', required: true, default: 0 },
    /** For radiology only (docs/form-f.md). */
    is_obstetric: {
      kind: 'flag',
      label: 'Ultrasound of a pregnancy',
      hint: 'India: Form F is kept for it at branches where PC-PNDT applies.',
      default: 0,
    },
    /** Of a pregnancy too (docs/form-f.md#section-c). */
    is_invasive: {
      kind: 'flag',
      label: 'Invasive procedure in a pregnancy',
      hint: 'India: Form F has its section C for it, such as for an amniocentesis. Set “Ultrasound of a pregnancy” too.',
      default: 0,
    },
    branches: { kind: 'chargeMap', label: 'Charges by branch', by: 'branch' },
    branch_charges: { kind: 'chargeMap', label: 'Branch charges', by: 'branch' },
    doctor_charges: { kind: 'chargeMap', label: 'Doctor charges', by: 'radiologyDoctor' },
    status: { kind: 'active', label: 'Status' },
  },
  extra: {
    /** Tests of a laboratory service, in order; if omitted from a save, they stay unchanged. */
    lab_services: z.optional(z.array(LabService).check(z.maxLength(100, 'are at most 100'))),
  },
  known: {
    charges: 'prices',
    branches: 'prices',
    branch_charges: 'prices',
    doctor_charges: 'prices',
    default_refdr_charges: 'commission',
    default_refdr_charges_type: 'commission',
  },
  filters: SERVICE_FILTERS,
  columns: ['name', 'code', 'department_id', 'type', 'charges', 'tat', 'status'],
  search: ['name', 'code'],
  unique: 'name',
  distinct: ['code'],
})
export type ServiceRecord = z.output<typeof service.record>

/** The list without pages, by department and name (docs/wire.md#paths-and-bases). */
export const serviceCalls = {
  all: defineCall({
    key: 'master/services/ALL',
    base: 'php',
    method: 'GET',
    path: 'master/services/ALL',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ k: z.optional(text(200)), ...SERVICE_FILTERS }),
    output: resultOf(z.array(service.record)),
  }),
}
