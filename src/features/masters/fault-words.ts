import type { MasterFault } from '#domain/masters/master-faults.ts'

interface FaultWords {
  /** The text after the count. */
  one: string
  many: string
  /** The consequence of the fault. */
  effect: string
}

/** Words of what is wrong in the masters. */
export const FAULT_WORDS = {
  title: 'Correct these',
  more: (count: number) => `and ${count} more`,
  kinds: {
    titles_twice: {
      one: 'AE title belongs to two branches',
      many: 'AE titles belong to two branches',
      effect: 'Studies from such a machine reach no worklist.',
    },
    empty_packages: {
      one: 'package has no service',
      many: 'packages have no service',
      effect: 'A visit booked with it costs nothing.',
    },
    mixed_packages: {
      one: 'package mixes radiology and clinical services',
      many: 'packages mix radiology and clinical services',
      effect: 'Services of the other kind get no slot.',
    },
    codes_twice: {
      one: 'code belongs to several services',
      many: 'codes belong to several services',
      effect: 'Orders of other systems cannot tell them apart.',
    },
    unpriced_services: {
      one: 'radiology service has no price',
      many: 'radiology services have no price',
      effect: 'They are booked at 0.',
    },
    unpriced_clinical_services: {
      one: 'clinical service has no price',
      many: 'clinical services have no price',
      effect: 'They are booked at 0.',
    },
    tags_twice: {
      one: 'study tag exists twice',
      many: 'study tags exist twice',
      effect: 'Filters and charges treat them as different tags.',
    },
    no_machine: {
      one: 'branch has no machine',
      many: 'branches have no machine',
      effect: 'Nothing can be booked there.',
    },
    out_of_codes: {
      one: 'person cannot get a one-time code',
      many: 'people cannot get a one-time code',
      effect: 'They cannot sign in: add an e-mail or a mobile number.',
    },
  },
} as const satisfies { kinds: Record<MasterFault, FaultWords> } & Record<string, unknown>
