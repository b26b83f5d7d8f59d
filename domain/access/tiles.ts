import {
  type AccessRule,
  type AccessSession,
  allOf,
  anyOf,
  hasAnyModule,
  isDoctor,
  isOfClient,
  isPlatform,
  keepsOwnPacs,
  permits,
} from './rules.ts'

const users = permits('manage_users')
const masters = permits('manage_masters')
const clientUsers = allOf(isOfClient, users)
const clientMasters = allOf(isOfClient, masters)
const platformMasters = allOf(isPlatform, masters)
const booking = hasAnyModule('appointment_system')
const readingOrBooking = hasAnyModule('teleradiology', 'appointment_system')
const reading = hasAnyModule('teleradiology', 'archive_reporting')

/**
 * Who sees each tile of the settings hub and may use its calls: the visibility table of
 * docs/masters.md#who-sees-which-tile, in the order of section 2.1. The hub hides by it and the server refuses by it.
 */
export const TILE_RULES = {
  roles: users,
  users,
  radiologyDoctors: clientUsers,
  clinicalDoctors: allOf(clientUsers, booking),
  referralDoctors: clientUsers,
  documentTags: platformMasters,
  clinicalDepartments: platformMasters,
  radiologyDepartments: allOf(masters, anyOf(isPlatform, readingOrBooking)),
  aiBodyParts: platformMasters,
  aiCompanies: platformMasters,
  radiologyServices: allOf(clientMasters, readingOrBooking),
  clinicalServices: allOf(clientMasters, booking),
  studyTags: clientMasters,
  shortcuts: allOf(isDoctor, reading),
  discountHeads: allOf(clientMasters, booking),
  paymentTypes: allOf(clientMasters, booking),
  templates: permits('create_templates'),
  pacs: allOf(clientMasters, keepsOwnPacs),
  branches: clientMasters,
  packages: allOf(clientMasters, booking),
  queScreens: allOf(clientMasters, hasAnyModule('que_screen')),
  consentForms: allOf(clientMasters, hasAnyModule('consent_forms')),
  settings: clientMasters,
} as const satisfies Record<string, AccessRule>

export type TileKey = keyof typeof TILE_RULES
export const TILE_KEYS = Object.keys(TILE_RULES) as TileKey[]

/** The tiles that `session` sees, in order. */
export const tilesOf = (session: AccessSession): TileKey[] =>
  TILE_KEYS.filter((key) => TILE_RULES[key](session))

/** The title of each tile (docs/masters.md#who-sees-which-tile). */
export const TILE_TITLES: Readonly<Record<TileKey, string>> = {
  roles: 'Roles',
  users: 'Users',
  radiologyDoctors: 'Radiology Doctors',
  clinicalDoctors: 'Clinical Doctors',
  referralDoctors: 'Referral Doctors',
  documentTags: 'Document Tags',
  clinicalDepartments: 'Clinical Departments',
  radiologyDepartments: 'Radiology Departments',
  aiBodyParts: 'AI Body Parts',
  aiCompanies: 'AI Companies',
  radiologyServices: 'Radiology Services',
  clinicalServices: 'Clinical Services',
  studyTags: 'Study Tags',
  shortcuts: 'Shortcuts',
  discountHeads: 'Discount Heads',
  paymentTypes: 'Payment Type Insurance',
  templates: 'Templates',
  pacs: 'Pacs',
  branches: 'Branches',
  packages: 'Packages',
  queScreens: 'Que Screens',
  consentForms: 'Consent Forms',
  settings: 'Settings',
}

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** The slug after `/master/` in the address of each tile: its title in lower case with dashes. */
export const TILE_SLUGS = Object.fromEntries(
  TILE_KEYS.map((key) => [key, slugOf(TILE_TITLES[key])]),
) as Readonly<Record<TileKey, string>>

/** Shorter addresses that lead to the first of these tiles that the reader may open. */
const SHORT_SLUGS: Readonly<Record<string, readonly TileKey[]>> = {
  services: ['radiologyServices', 'clinicalServices'],
  departments: ['radiologyDepartments', 'clinicalDepartments'],
  doctors: ['radiologyDoctors', 'clinicalDoctors'],
}

/** The tile that `/master/<slug>` opens for `session`; undefined if no tile has this address. */
export function findTile(slug: string, session: AccessSession): TileKey | undefined {
  const few = SHORT_SLUGS[slug]
  if (few) return few.find((key) => TILE_RULES[key](session)) ?? few[0]
  return TILE_KEYS.find((key) => TILE_SLUGS[key] === slug)
}
