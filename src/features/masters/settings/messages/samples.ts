import type { NotificationPlaceholder } from '#domain/message/notification.ts'
import type { SharePlaceholder } from '#domain/message/placeholders.ts'

/** The fictitious patient of previews. */
export const SHARE_SAMPLE: Readonly<Record<SharePlaceholder, string>> = {
  PATIENT_NAME: 'Asha Sample',
  STUDY_DESCRIPTION: 'CT Chest',
  VIEWER_URL: 'https://readroom.example/s/1a2b3c',
  REPORT_URL: 'https://readroom.example/r/1a2b3c',
  LOGIN_URL: 'https://readroom.example/login',
  USERNAME: 'P-000123',
  PASSWORD: '7KQ2-MX4P',
}

export const NOTIFICATION_SAMPLE: Readonly<Record<NotificationPlaceholder, string>> = {
  PATIENT_ID: 'P-000123',
  NAME: 'Asha Sample',
  AGE: '42 Y',
  GENDER: 'Female',
  DOB: '14 Mar 1984',
  DEPARTMENT: 'CT',
  SERVICE: 'CT Chest',
  VISIT_DATE: '24 Nov 2026 10:30',
  ACCESSION_NO: 'A000123',
  STUDY_DATE: '24 Nov 2026',
  RECEIVED_DATE: '24 Nov 2026 10:52',
  SIGNED_DATE: '24 Nov 2026 12:05',
  VERIFIED_DATE: '24 Nov 2026 12:20',
  DUE_DATE: '24 Feb 2027',
  RADIOLOGIST: 'Dr. Sample',
  REFERRER: 'Dr. Referrer',
  PAT_LOGIN_URL: 'https://readroom.example/login',
  CLIENT_NAME: 'Your centre',
  BRANCH_NAME: 'Main branch',
  BRANCH_CONTACT_NO: '020 555 0100',
}
