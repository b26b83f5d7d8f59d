import type { TileKey } from '../access/tiles.ts'

/** Possible faults in the masters of a client, each with the tile where it can be fixed. */
export const MASTER_FAULTS = {
  titles_twice: 'branches',
  empty_packages: 'packages',
  mixed_packages: 'packages',
  codes_twice: 'radiologyServices',
  unpriced_services: 'radiologyServices',
  unpriced_clinical_services: 'clinicalServices',
  tags_twice: 'studyTags',
  no_machine: 'radiologyDepartments',
  out_of_codes: 'users',
} as const satisfies Record<string, TileKey>

export type MasterFault = keyof typeof MASTER_FAULTS
export const MASTER_FAULT_KINDS = Object.keys(MASTER_FAULTS) as MasterFault[]
