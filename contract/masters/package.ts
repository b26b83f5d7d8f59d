import * as z from 'zod/mini'
import { EntityId, text } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** A service of a package. A save needs the first two fields; the others are only in the record. */
export const PackageService = z.strictObject({
  service_id: EntityId,
  charges: z.number().check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large')),
  name: z.optional(text(200)),
  code: z.optional(text(50)),
  department: z.optional(text(100)),
  /** Its current price outside the package. */
  original_charges: z.optional(z.number()),
})
export type PackageService = z.output<typeof PackageService>

/** Services that are sold together (docs/masters.md#prices-and-heads). `package` is a word of the language. */
export const servicePackage = defineMaster({
  key: 'package',
  title: 'Packages',
  noun: 'package',
  base: 'php',
  paths: {
    list: 'master/packages',
    all: 'master/packages/ALL',
    save: 'master/savePackage',
    remove: 'master/deletePackage',
  },
  table: 'package',
  owner: 'client',
  scope: 'client',
  tiles: ['packages'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this package?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    is_radiology: { kind: 'flag', label: 'Radiology', default: 1 },
    status: { kind: 'active', label: 'Status' },
  },
  extra: { services: z.array(PackageService).check(z.maxLength(200, 'are at most 200')) },
  computed: { total: z.number() },
  known: { services: 'prices', total: 'prices' },
  filters: { ...STATUS_FILTER, is_radiology: z.optional(z.enum(['0', '1'])) },
  columns: ['name', 'is_radiology', 'total', 'status'],
  search: ['name'],
  unique: 'name',
})
