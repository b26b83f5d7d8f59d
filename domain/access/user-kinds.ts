/** The four kinds of people that one list shows, each by its tile (docs/masters.md#people). */
export const USER_KINDS = ['user', 'radiologyDoctor', 'clinicalDoctor', 'referralDoctor'] as const
export type UserKind = (typeof USER_KINDS)[number]

/** The flags that make the kind, as 0 or 1. */
export interface KindFlags {
  is_doctor: 0 | 1
  is_clinic_doctor: 0 | 1
  is_ref_doctor: 0 | 1
}

/** All kinds that a person is: one person may both read images and see patients in the clinic. */
export function kindsOf(flags: KindFlags): UserKind[] {
  const kinds: UserKind[] = []
  if (flags.is_doctor === 1) kinds.push('radiologyDoctor')
  if (flags.is_clinic_doctor === 1) kinds.push('clinicalDoctor')
  if (flags.is_ref_doctor === 1) kinds.push('referralDoctor')
  return kinds.length > 0 ? kinds : ['user']
}

/** First and last name joined, as lists and papers show a person. */
export const fullName = (fname: string, lname: string): string => `${fname.trim()} ${lname.trim()}`.trim()
