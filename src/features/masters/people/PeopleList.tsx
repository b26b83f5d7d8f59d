import { Select } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type UserRecord, user } from '#contract/masters/user.ts'
import type { UserKind } from '#domain/access/user-kinds.ts'
import { makePasswordLink, notifyNoLink } from '#src/parts/password-link/make-password-link.tsx'
import { useSession } from '#src/sync/session/session.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { PersonPicture } from './PersonPicture.tsx'
import classes from './people.module.css'
import { UserFields } from './UserFields.tsx'
import { useRoleChoices } from './use-role-choices.ts'
import { KIND_VIEWS } from './user-kind.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface PeopleListProps {
  kind: UserKind
  rowActions?: (row: UserRecord) => ReactNode
  rowActionsWidth?: number
  headActions?: ReactNode
}

const CELLS = {
  name: {
    header: 'Name',
    cell: (row: UserRecord) => (
      <span className={classes.name}>
        <PersonPicture fileId={row.image_file_id} name={row.name} />
        <span className={classes.nameText}>{row.name}</span>
      </span>
    ),
  },
} as const

/** One list of people, filtered by kind (docs/masters.md#people). */
export function PeopleList({ kind, rowActions, rowActionsWidth, headActions }: PeopleListProps) {
  const view = KIND_VIEWS[kind]
  const userId = useSession()?.user_id
  const [roleId, setRoleId] = useState<string | null>(null)
  const roles = useRoleChoices()
  const filter = useMemo(() => ({ role_id: roleId ?? undefined }), [roleId])
  const Form = FORMS[kind]
  return (
    <MasterList
      master={user}
      fixed={view.fixed}
      filter={filter}
      columns={view.columns}
      cells={CELLS}
      form={Form}
      addLabel={view.addLabel}
      removeRefusal={({ id }) => (id === userId ? WORDS.own : undefined)}
      rowActions={rowActions}
      rowActionsWidth={rowActionsWidth}
      headActions={
        <>
          {kind !== 'referralDoctor' && (
            <Select
              aria-label={WORDS.role}
              placeholder={WORDS.anyRole}
              data={roles}
              value={roleId}
              onChange={setRoleId}
              clearable
              w={180}
            />
          )}
          {headActions}
        </>
      }
    />
  )
}

const formOf = (kind: UserKind) =>
  function PersonForm(props: MasterFormProps<typeof user>) {
    const { title } = KIND_VIEWS[kind]
    const layout = (form: MasterFormState) => (
      <UserFields kind={kind} form={form} record={props.record} readOnly={props.readOnly === true} />
    )
    // A new person who signs in has no password yet.
    const saved = (person: UserRecord) => {
      props.onSaved?.(person)
      if (!props.record && person.username !== '') makePasswordLink(person).catch(notifyNoLink)
    }
    return (
      <MasterForm {...props} title={props.record ? title.edit : title.add} layout={layout} onSaved={saved} />
    )
  }

const FORMS = {
  user: formOf('user'),
  radiologyDoctor: formOf('radiologyDoctor'),
  clinicalDoctor: formOf('clinicalDoctor'),
  referralDoctor: formOf('referralDoctor'),
} as const
