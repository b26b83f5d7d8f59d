/** Every master record of spec 2, by the name that declaration, device and server know it by. */
export const MASTER_KEYS = [
  'role',
  'user',
  'documentTag',
  'department',
  'machine',
  'service',
  'studyTag',
  'shortcut',
  'discountHead',
  'paymentTypeScheme',
  'refDrScheme',
  'pacs',
  'branch',
  'package',
  'queScreen',
  'consentForm',
  'templateCat',
  'template',
  'aiBodyPart',
  'aiCompany',
  'client',
  'licence',
] as const

export type MasterKey = (typeof MASTER_KEYS)[number]
