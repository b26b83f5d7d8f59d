import type { SessionFields } from '#domain/access/session.ts'

/** Returns a radiologist of a client with the imaging modules; `part` replaces fields. */
export function sessionFields(part: Partial<SessionFields> = {}): SessionFields {
  return {
    token: 'token-of-asha',
    session_id: 'session-of-asha',
    user_id: '019a0000-0000-7000-8000-000000000001',
    client_id: '019a0000-0000-7000-8000-0000000000c1',
    name: 'Dr. Asha Menon',
    modules: ['view_archives', 'view_all_dr_worklist', 'verify_report'],
    main_modules: ['teleradiology', 'archive_reporting', 'patient_portal'],
    user_type: 'CLIENT',
    country_id: 91,
    phone_code: '91',
    is_client_admin: 0,
    can_create_branch: 0,
    is_patient: 0,
    is_clinic_doctor: 0,
    is_doctor: 1,
    can_sign: 1,
    is_ref_doctor: 0,
    ref_doctor_type: '',
    is_admin: 0,
    branch_ids: '',
    img_url: '',
    locale: 'en-IN',
    currency: 'INR',
    no_of_decimal: 2,
    archive_date_range: 'Today',
    view_image_only: 0,
    report_edit_type: 'Addendum',
    study_download: 0,
    extended_csv: 0,
    pacs_used: 'Self',
    use_ssn_passport_as_pat_id: 0,
    ...part,
  }
}
