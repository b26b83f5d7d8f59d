/** Fields that a merge may copy from the removed record; the patient id stays, and the old one still finds it. */
export const MERGE_FIELDS = [
  'fname',
  'lname',
  'mobile',
  'email',
  'gender',
  'dob',
  'ssn',
  'passport',
  'lmp',
  'bloodgroup',
  'is_vip',
  'allergies',
  'nationality',
  'address',
  'country_id',
  'state',
  'city',
  'pincode',
  'height',
  'weight',
  'language',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** Fields that belong together, and so are copied together. */
const TOGETHER: Partial<Record<MergeField, readonly string[]>> = {
  mobile: ['phone_code'],
  dob: ['is_dob_from_age'],
  allergies: ['is_allergic'],
}

/** The stored columns that a choice of fields copies; unknown names are skipped. */
export function mergedColumns(fields: readonly string[]): string[] {
  return MERGE_FIELDS.filter((field) => fields.includes(field)).flatMap((field) => [
    field,
    ...(TOGETHER[field] ?? []),
  ])
}
