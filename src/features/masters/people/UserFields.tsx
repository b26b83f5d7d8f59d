import { Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { type UserRecord, user } from '#contract/masters/user.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { isOfClient } from '#domain/access/rules.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import type { UserKind } from '#domain/access/user-kinds.ts'
import { hasBranches } from '#domain/access/user-rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { FormFields, type FormFieldsProps } from '#src/ui/master/FormFields.tsx'
import type { Values } from '#src/ui/master/form-values.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { mayMakeDoctors } from './may-make-doctors.ts'
import { PasswordLinkField } from './PasswordLinkField.tsx'
import classes from './people.module.css'
import { RemovePasskeys } from './RemovePasskeys.tsx'
import { SignatureField } from './SignatureField.tsx'
import { UserRightsNote } from './UserRightsNote.tsx'
import { useRoleChoices } from './use-role-choices.ts'
import { KIND_VIEWS } from './user-kind.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface UserFieldsProps {
  kind: UserKind
  form: MasterFormState
  record: UserRecord | undefined
  readOnly: boolean
}

const userMaster: AnyMaster = user

/** All fields of a person that the kind needs: identity, sign-in, role, and access. */
export function UserFields({ kind, form, record, readOnly }: UserFieldsProps) {
  const view = KIND_VIEWS[kind]
  const { doctor, referrer } = view
  const isAdmin = record?.role_id === ADMIN_ROLE_ID
  const session = useSession()
  const hasClinic = session !== undefined && TILE_RULES.clinicalDoctors(session)
  const fields = (only: readonly string[], widgets?: FormFieldsProps['widgets']) => (
    <FormFields
      master={userMaster}
      form={form}
      record={record}
      only={only}
      disabled={readOnly}
      widgets={{ ...ALWAYS_ONE, ...widgets }}
    />
  )
  return (
    <>
      <Section name={WORDS.person}>
        {fields(['fname', 'lname', 'mobile', 'email', 'image_file_id'], {
          image_file_id: { owner: String(form.id) },
        })}
      </Section>
      {referrer.length > 0 && <Section name={WORDS.referrer}>{fields(referrer)}</Section>}
      <Section name={WORDS.signIn} hint={kind === 'referralDoctor' ? WORDS.noSignIn : undefined}>
        <div className={classes.fields}>
          <RoleField kind={kind} form={form} disabled={readOnly || isAdmin} />
          <div className={classes.beside}>
            {fields(['status'], { status: { disabled: readOnly || isAdmin } })}
          </div>
          {isAdmin && (
            <Text size="xs" c="dimmed" className={classes.wide}>
              {WORDS.adminFixed}
            </Text>
          )}
          <div>{fields(['username'], kind === 'referralDoctor' ? undefined : REQUIRED_NAME)}</div>
          <PasswordLinkField record={record} disabled={readOnly} />
          {record && !readOnly && <RemovePasskeys record={record} />}
        </div>
      </Section>
      {doctor.length > 0 && (
        <Section name={WORDS.doctor} hint={mayMakeDoctors(session) ? undefined : WORDS.doctorByAdmin}>
          {fields(
            doctor.filter((name) => name !== 'is_clinic_doctor' || hasClinic),
            {
              ...(kind === 'clinicalDoctor' && CLINICAL_DEPARTMENT),
              ...(!mayMakeDoctors(session) && SIGN_BY_ADMIN),
            },
          )}
          <SignatureField form={form} record={record} disabled={readOnly} />
        </Section>
      )}
      {view.commission.length > 0 && (
        <Section name={WORDS.commission}>{fields(commissionFields(view.commission, form))}</Section>
      )}
      <AccessSection form={form} render={fields} />
      <UserRightsNote form={form} record={record} />
    </>
  )
}

const { ref_doctor_type, ctrl_default_study_date_filter, ref_dr_commission_on, refdr_comm_on_price } =
  user.fields

/** Choices that always have a value, so they cannot be cleared. */
const ALWAYS_ONE = {
  ref_doctor_type: { field: { ...ref_doctor_type, required: true } },
  ctrl_default_study_date_filter: { field: { ...ctrl_default_study_date_filter, required: true } },
  ref_dr_commission_on: { field: { ...ref_dr_commission_on, required: true } },
  refdr_comm_on_price: { field: { ...refdr_comm_on_price, required: true } },
} as const

// A person who signs in needs a name; a referral doctor may have none.
const REQUIRED_NAME = { username: { field: { ...user.fields.username, required: true } } } as const

const SIGN_BY_ADMIN = {
  can_sign: { disabled: true, field: { ...user.fields.can_sign, hint: WORDS.signByAdmin } },
} as const

const isClinical = (department: Values) => department.isradiology !== 1

const CLINICAL_DEPARTMENT = {
  department_id: { field: { ...user.fields.department_id, required: true }, narrowed: isClinical },
} as const

/** Leaves out the commission fields if there is no commission. */
const commissionFields = (names: readonly string[], { values }: MasterFormState) =>
  values.ref_dr_is_commission === 1 ? names : names.slice(0, 1)

interface AccessSectionProps {
  form: MasterFormState
  render: (only: readonly string[]) => ReactNode
}

function AccessSection({ form, render }: AccessSectionProps) {
  const session = useSession()
  const { role_id, is_ref_doctor } = form.values
  const draft = { role_id: Number(role_id ?? 0), is_ref_doctor: is_ref_doctor === 1 ? 1 : 0 } as const
  const branches = session !== undefined && isOfClient(session) && hasBranches(draft)
  return (
    <Section name={WORDS.access} hint={draft.role_id === ADMIN_ROLE_ID ? WORDS.allBranches : undefined}>
      {render([
        ...(branches ? ['branch_ids'] : []),
        'ctrl_default_study_date_filter',
        'allowed_ips',
        'ctrl_view_study_image_only',
        'use_this_usr_wa',
      ])}
    </Section>
  )
}

function RoleField({ kind, form, disabled }: { kind: UserKind; form: MasterFormState; disabled: boolean }) {
  const chosen = form.values.role_id as number | undefined
  const choices = useRoleChoices({
    withAdmin: kind !== 'referralDoctor',
    ...(chosen === undefined ? {} : { chosen }),
  })
  const error = form.errors.role_id
  return (
    <div data-field="role_id" data-wrong={error !== undefined || undefined}>
      <Select
        label={WORDS.role}
        withAsterisk
        aria-required
        data={choices}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(value) => form.setValue('role_id', value === null ? undefined : Number(value))}
        error={error === undefined ? undefined : chosen === undefined ? WORDS.roleRequired : error}
        disabled={disabled}
        allowDeselect={false}
        searchable
      />
    </div>
  )
}

function Section({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.sectionName}>{name}</legend>
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      {children}
    </fieldset>
  )
}
