import type { SightMark, SightPart } from '#domain/access/role-sight.ts'
import type { SeenAs } from './sight-of-form.ts'

const PARTS: Record<SightPart, string> = {
  menu: 'Menu',
  home: 'Home',
  screens: 'Screens beside the menu',
  tiles: 'Tiles of Masters',
  acts: 'What they may do',
  fields: 'What they can see',
  rest: 'Rights within these screens',
}

const KINDS: Record<SeenAs, string> = {
  staff: 'Staff',
  doctor: 'A radiology doctor',
  clinicDoctor: 'A clinical doctor',
  referrer: 'A referral doctor',
  patient: 'A patient',
}

const MARKS: Record<Exclude<SightMark, 'same'>, string> = {
  gains: 'Gains',
  loses: 'Loses',
  hidden: 'Hidden',
}

/** Words of the preview of a role. */
export const SIGHT_WORDS = {
  open: 'See as this role',
  title: (name: string) => `As ${name} sees it`,
  unnamed: 'this role',
  seenAs: 'Who has the role',
  kinds: KINDS,
  onlyChanges: 'Only what changes',
  changes: (count: number) =>
    count === 0
      ? 'Nothing changes for people who have the role now.'
      : `${count === 1 ? 'One thing changes' : `${count} things change`} when you save.`,
  newRole: 'Nobody has this role before it is saved.',
  nothing: 'Nothing.',
  parts: PARTS,
  marks: MARKS,
} as const
