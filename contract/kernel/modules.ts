import type { MainModule } from '#domain/access/main-modules.ts'

/** The modules for reading and writing reports: either of them suffices. */
export const READING_MODULES = ['teleradiology', 'archive_reporting'] as const satisfies readonly MainModule[]

/** Modules in which studies are viewed: those for reading, and the patient portal. */
export const STUDY_MODULES = [...READING_MODULES, 'patient_portal'] as const satisfies readonly MainModule[]

/** The channels for sharing results; the input of a share determines which one it needs. */
export const SHARE_MODULES = [
  'whatsapp_share',
  'sms_share',
  'email_share',
  'telegram_share',
] as const satisfies readonly MainModule[]
