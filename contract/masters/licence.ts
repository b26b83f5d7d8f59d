import * as z from 'zod/mini'
import { MainModuleIds } from './client.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

const COUNT_MAX = 100_000

/** Licence keys (docs/masters.md#clients-and-licences, docs/masters.md#clients-and-licences). The server makes them. */
export const licence = defineMaster({
  key: 'licence',
  title: 'Licence Keys',
  noun: 'licence',
  base: 'api',
  paths: { list: 'licence/lists', all: 'licence/lists/ALL', save: 'licence/save', remove: 'licence/delete' },
  table: 'licence',
  owner: 'platform',
  scope: 'none',
  tiles: [],
  access: 'manage_clients',
  pageSize: 25,
  deletePrompt: 'Do you want to delete this licence key?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 200 },
    no_of_branches: { kind: 'int', label: 'No. of Branches', required: true, min: 0, max: COUNT_MAX },
    no_of_doctors: { kind: 'int', label: 'No. of Doctors', required: true, min: 0, max: COUNT_MAX },
    expired_on: { kind: 'day', label: 'Expired On', required: true },
    status: { kind: 'active', label: 'Status' },
  },
  extra: {
    /** Given to the client that activates the key; if empty, the client keeps its modules. */
    main_module_ids: MainModuleIds,
  },
  computed: {
    licence_key: z.string(),
    /** The client that uses it. */
    used_by: z.nullable(z.string()),
    used_by_name: z.string(),
    using_from_date: z.nullable(z.string()),
  },
  filters: STATUS_FILTER,
  columns: ['name', 'licence_key', 'no_of_branches', 'no_of_doctors', 'expired_on'],
  search: ['name'],
})
export type LicenceRecord = z.output<typeof licence.record>
export type LicenceInput = z.output<typeof licence.input>
