/** Fields that a merge may take over from the record that goes; the patient id stays, and the other one still finds it. */
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
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** Fields that say one thing together, and so are taken over together. */
const TOGETHER: Partial<Record<MergeField, readonly string[]>> = {
  mobile: ['phone_code'],
  dob: ['is_dob_from_age'],
  allergies: ['is_allergic'],
}

/** The stored columns that a choice of fields takes over; unknown names are left out. */
export function mergedColumns(fields: readonly string[]): string[] {
  return MERGE_FIELDS.filter((field) => fields.includes(field)).flatMap((field) => [
    field,
    ...(TOGETHER[field] ?? []),
  ])
}
