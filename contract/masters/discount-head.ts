import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Reasons for a discount, each with its percent (docs/masters.md#texts; docs/money.md). */
export const discountHead = defineMaster({
  key: 'discountHead',
  title: 'Discount Heads',
  noun: 'discount head',
  base: 'php',
  paths: {
    list: 'master/discountHeads',
    all: 'master/discountHeads/ALL',
    save: 'master/saveDiscountHead',
    remove: 'master/deleteDiscountHead',
  },
  table: 'discount_head',
  owner: 'client',
  scope: 'client',
  tiles: ['discountHeads'],
  pageSize: 100,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    percent: { kind: 'percent', label: 'Percent', required: true },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['name', 'percent', 'status'],
  search: ['name'],
  unique: 'name',
})
