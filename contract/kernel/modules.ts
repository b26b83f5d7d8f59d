import type { MainModule } from '#domain/access/main-modules.ts'

/** What reading and writing reports belongs to: either of them. */
export const READING_MODULES = ['teleradiology', 'archive_reporting'] as const satisfies readonly MainModule[]

/** Where studies are looked at: by who reads them, and in the patient portal. */
export const STUDY_MODULES = [...READING_MODULES, 'patient_portal'] as const satisfies readonly MainModule[]

/** The channels that results are shared by; which one a share needs is said by its input. */
export const SHARE_MODULES = [
  'whatsapp_share',
  'sms_share',
  'email_share',
  'telegram_share',
] as const satisfies readonly MainModule[]
