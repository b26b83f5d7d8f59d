import type { Permission } from '../access/permissions.ts'

/** A person who writes patients: the permissions of their role, and whether they administer the client. */
export interface PatientWriter {
  permissions: { has: (permission: Permission) => boolean }
  isClientAdmin: boolean
}

/** Registering patients needs the rights of a desk (docs/people.md#permissions). */
export const mayRegister = ({ permissions, isClientAdmin }: PatientWriter): boolean =>
  isClientAdmin || permissions.has('appointments')

/** Editing a patient needs the rights of a desk or Edit Profile (docs/people.md#permissions). */
export const mayEditPatient = (writer: PatientWriter): boolean =>
  mayRegister(writer) || writer.permissions.has('edit_patient_and_study')
