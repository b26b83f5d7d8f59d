import * as z from 'zod/mini'
import { isPlatform } from '#domain/access/rules.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'
import { checkOf, type Fields } from './engine/field.ts'

/** Flags in a query are text. */
const Kind = z.optional(z.enum(['0', '1']))

/** The charges, allowances and settings of a client in a department of the platform (docs/masters.md). */
export const DEPARTMENT_CLIENT_FIELDS = {
  charges: { kind: 'money', label: 'Charges', default: 0 },
  tat: { kind: 'int', label: 'TAT', min: 0, max: 525_600, unit: 'minutes', default: 0 },
  slot_duration: { kind: 'int', label: 'Slot Duration', min: 1, max: 1440, unit: 'minutes', default: 15 },
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
  branch_charges: { kind: 'chargeMap', label: 'Branch charges', by: 'branch' },
  doctor_charges: { kind: 'chargeMap', label: 'Doctor charges', by: 'radiologyDoctor' },
  may_overlap: {
    kind: 'flag',
    label: 'Exams may overlap',
    hint: 'A machine of this department may take two exams at a time.',
    default: 0,
  },
} as const satisfies Fields

const ChargeMap = z.record(EntityId, z.number())

/**
 * Departments (docs/masters.md#departments-services-machines): name, kind and modalities are the platform's, who alone adds and deletes them; a
 * client's record also has what the department costs and takes there (`departmentInfo.save`). Its `rev` is the sum of
 * both revisions.
 */
export const department = defineMaster({
  key: 'department',
  title: 'Departments',
  noun: 'department',
  base: 'php',
  paths: {
    list: 'master/departments',
    all: 'master/departments/ALL',
    save: 'master/saveDepartment',
    remove: 'master/deleteDepartment',
  },
  table: 'department',
  owner: 'platform',
  scope: 'client',
  tiles: ['radiologyDepartments', 'clinicalDepartments'],
  mayWrite: isPlatform,
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    isradiology: { kind: 'flag', label: 'Radiology', default: 1 },
    islaboratory: { kind: 'flag', label: 'Laboratory', default: 0 },
    modalities: { kind: 'modalities', label: 'Modalities' },
    status: { kind: 'active', label: 'Status' },
  },
  computed: {
    charges: z.number(),
    tat: z.int(),
    slot_duration: z.int(),
    default_refdr_charges: z.number(),
    default_refdr_charges_type: z.enum(['Percent', 'Flat']),
    branch_charges: ChargeMap,
    doctor_charges: ChargeMap,
    may_overlap: Flag,
    machine_count: z.int(),
  },
  known: {
    charges: 'prices',
    branch_charges: 'prices',
    doctor_charges: 'prices',
    default_refdr_charges: 'commission',
    default_refdr_charges_type: 'commission',
  },
  // The spec's own variant of the name has the same meaning (docs/wire.md).
  filters: { ...STATUS_FILTER, isradiology: Kind, is_radiology: Kind },
  columns: ['name', 'status', 'created'],
  search: ['name'],
  unique: 'name',
})

const DepartmentClientInfo = z.strictObject({
  /** The department's. */
  id: EntityId,
  rev: z.optional(z.int()),
  charges: checkOf(DEPARTMENT_CLIENT_FIELDS.charges) as z.ZodMiniNumber,
  tat: checkOf(DEPARTMENT_CLIENT_FIELDS.tat) as z.ZodMiniNumber,
  slot_duration: checkOf(DEPARTMENT_CLIENT_FIELDS.slot_duration) as z.ZodMiniNumber,
  default_refdr_charges: z.optional(
    checkOf(DEPARTMENT_CLIENT_FIELDS.default_refdr_charges) as z.ZodMiniNumber,
  ),
  default_refdr_charges_type: z.optional(z.enum(['Percent', 'Flat'])),
  /** Blank entries are not sent; without the map the stored values stay. */
  branch_charges: z.optional(ChargeMap),
  doctor_charges: z.optional(ChargeMap),
  may_overlap: z.optional(Flag),
})
export type DepartmentClientInfo = z.output<typeof DepartmentClientInfo>

const common = { base: 'php', access: 'session', offline: { kind: 'never' } } as const

/** Calls on departments that other masters do not have. */
export const departmentCalls = {
  saveClientInfo: defineCall({
    ...common,
    key: 'master/saveDepartmentClientInfo',
    method: 'POST',
    path: 'master/saveDepartmentClientInfo',
    input: DepartmentClientInfo,
    output: resultOf(department.record),
  }),
  /** Departments in use with their machines in use, of one branch or of all that the caller works at. */
  withMachines: defineCall({
    ...common,
    key: 'master/departmentWithMachines',
    method: 'GET',
    path: 'master/departmentWithMachines',
    input: z.strictObject({
      branch: z.optional(EntityId),
      branch_id: z.optional(EntityId),
      isradiology: Kind,
      is_radiology: Kind,
    }),
    output: resultOf(
      z.array(
        z.object({
          id: EntityId,
          name: z.string(),
          isradiology: Flag,
          slot_duration: z.int(),
          may_overlap: Flag,
          machines: z.array(
            z.object({
              id: EntityId,
              branch_id: EntityId,
              name: z.string(),
              aet: z.string(),
              modality: z.string(),
              disp_odr: z.int(),
            }),
          ),
        }),
      ),
    ),
  }),
}
/** The same records for editing by a client: the fields of its form. */
export const departmentInfo = {
  ...department,
  fields: DEPARTMENT_CLIENT_FIELDS,
  input: DepartmentClientInfo,
  calls: { ...department.calls, save: departmentCalls.saveClientInfo },
}

export type DepartmentRecord = z.output<typeof department.record>
