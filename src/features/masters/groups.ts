import type { TileKey } from '#domain/access/tiles.ts'

/** The tiles by topic, each group in the order of docs/masters.md#who-sees-which-tile. */
export const TILE_GROUPS: readonly { title: string; tiles: readonly TileKey[] }[] = [
  {
    title: 'People',
    tiles: ['roles', 'users', 'radiologyDoctors', 'clinicalDoctors', 'referralDoctors'],
  },
  {
    title: 'Departments, services and prices',
    tiles: [
      'clinicalDepartments',
      'radiologyDepartments',
      'radiologyServices',
      'clinicalServices',
      'discountHeads',
      'paymentTypes',
      'packages',
    ],
  },
  {
    title: 'Reports and forms',
    tiles: ['documentTags', 'studyTags', 'shortcuts', 'templates', 'consentForms'],
  },
  { title: 'AI', tiles: ['aiBodyParts', 'aiCompanies'] },
  { title: 'The centre', tiles: ['pacs', 'branches', 'queScreens', 'settings'] },
]
