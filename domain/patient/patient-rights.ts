import type { Permission } from '../access/permissions.ts'

/** Who writes patients: the permissions of a role, and whether the person administers the client. */
export interface PatientWriter {
  permissions: { has: (permission: Permission) => boolean }
  isClientAdmin: boolean
}

/** A desk registers patients (docs/people.md#permissions). */
export const mayRegister = ({ permissions, isClientAdmin }: PatientWriter): boolean =>
  isClientAdmin || permissions.has('appointments')

/** A desk edits a patient, and so does who holds Edit Profile (docs/people.md#permissions). */
export const mayEditPatient = (writer: PatientWriter): boolean =>
  mayRegister(writer) || writer.permissions.has('edit_patient_and_study')
