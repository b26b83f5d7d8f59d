import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Insurance schemes that a payment may name (docs/masters.md#texts). */
export const paymentTypeScheme = defineMaster({
  key: 'paymentTypeScheme',
  title: 'Payment Type Insurance',
  noun: 'insurance scheme',
  base: 'php',
  paths: {
    list: 'master/paymentTypeSchemes',
    all: 'master/paymentTypeSchemes/ALL',
    save: 'master/savePaymentTypeScheme',
    remove: 'master/deletePaymentTypeScheme',
  },
  table: 'payment_type_scheme',
  owner: 'client',
  scope: 'client',
  tiles: ['paymentTypes'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['name', 'status'],
  search: ['name'],
  unique: 'name',
})
