import { COUNTRIES } from '#domain/masters/countries.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/**
 * Countries where fee-splitting is banned (docs/money.md): bookings there earn no commission. Owned by the
 * platform; every centre reads them.
 */
export const commissionBan = defineMaster({
  key: 'commissionBan',
  title: 'Countries without Commission',
  noun: 'country without commission',
  base: 'php',
  paths: {
    list: 'master/commissionBans',
    all: 'master/commissionBans/ALL',
    save: 'master/saveCommissionBan',
    remove: 'master/deleteCommissionBan',
  },
  table: 'commission_ban',
  owner: 'platform',
  scope: 'client',
  tiles: [],
  access: 'manage_clients',
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: {
      kind: 'choice',
      label: 'Country',
      required: true,
      options: COUNTRIES.map(({ name }) => name),
    },
    note: { kind: 'text', label: 'Rule', max: 200, hint: 'What bans it there; centres read this.' },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['name', 'note', 'status'],
  search: ['note', 'name'],
  unique: 'name',
})
