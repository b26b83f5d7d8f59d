import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** The patient's share of the net; the referrer owes the rest (docs/masters.md#people; docs/money.md). */
export const refDrScheme = defineMaster({
  key: 'refDrScheme',
  title: 'Referral Doctor Schemes',
  noun: 'scheme',
  base: 'php',
  paths: {
    list: 'master/getRefDrSchemes',
    all: 'master/getRefDrSchemes/ALL',
    save: 'master/saveRefDrScheme',
    remove: 'master/deleteRefDrScheme',
  },
  table: 'ref_dr_scheme',
  owner: 'client',
  scope: 'client',
  tiles: ['referralDoctors'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    patient_share: { kind: 'percent', label: 'Patient Share (%)', required: true },
    status: { kind: 'active', label: 'Status' },
  },
  known: { patient_share: 'prices' },
  filters: STATUS_FILTER,
  columns: ['name', 'patient_share', 'status'],
  search: ['name'],
  unique: 'name',
})
