import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATIENTS_PAGE_SIZE } from '#contract/calls/patient-desk.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { mayEditPatient, mayRegister } from '#domain/patient/patient-rights.ts'
import { PatientFormDrawer } from '#src/parts/patient-form/PatientFormDrawer.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import list from '#src/ui/list/list.module.css'
import { Pager } from '#src/ui/list/Pager.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { PatientActions } from './PatientActions.tsx'
import { PatientList } from './PatientList.tsx'
import { PatientTools } from './PatientTools.tsx'
import { RefusedPatient } from './RefusedPatient.tsx'
import { type ListedPatient, type PatientFilter, usePatientList } from './use-patient-list.ts'
import { PATIENTS_WORDS as WORDS } from './words.ts'

const MergeDialog = lazyPart(() =>
  import('./MergeDialog.tsx').then((part) => ({ default: part.MergeDialog })),
)

/** A search text may be a patient's name, so it must not appear in the address. */
const PRIVATE = ['k', 'dob'] as const
const TYPING_MS = 200

type Opened = { kind: 'new' } | { kind: 'edit' | 'merge'; patient: ListedPatient }

/**
 * The Patients page (docs/studies.md#dialogs): searches, registers, changes and merges patients; works
 * offline from the device's data.
 */
export default function Patients() {
  const navigate = useNavigate()
  const { online } = useLink()
  const today = useToday(branchZone())
  const rights = useRights()
  const [params, setParams] = usePrivateParams(PRIVATE)
  const [opened, setOpened] = useState<Opened>()
  const typed: PatientFilter = {
    k: params.get('k') ?? '',
    dob: params.get('dob') ?? '',
    needsMerge: params.get('merge') === '1',
  }
  const [filter] = useDebouncedValue(typed, TYPING_MS, { leading: true })
  const page = Number(params.get('p') ?? 1)
  const pageSize = Number(params.get('ps') ?? PATIENTS_PAGE_SIZE)
  const found = usePatientList(filter, { page, pageSize })

  const change = (next: Record<string, string>) =>
    setParams((now) => changeListParams(now, next), { replace: true })
  const onFilter = ({ k, dob, needsMerge }: Partial<PatientFilter>) =>
    change({
      ...(k !== undefined && { k }),
      ...(dob !== undefined && { dob }),
      ...(needsMerge !== undefined && { merge: needsMerge ? '1' : '' }),
    })
  const edit = useStableCallback((patient: ListedPatient) => {
    if (rights.mayEdit) setOpened({ kind: 'edit', patient })
  })
  const actions = useStableCallback((patient: ListedPatient) => (
    <PatientActions
      key={patient.id}
      patient={patient}
      rights={rights}
      online={online}
      onEdit={() => edit(patient)}
      onProfile={() => void navigate(`/patient-profile/${patient.id}`)}
      onMerge={() => setOpened({ kind: 'merge', patient })}
    />
  ))
  const close = () => setOpened(undefined)

  return (
    <div className={list.screen}>
      <PageHeader title={WORDS.title} />
      <PatientTools
        filter={typed}
        onFilter={onFilter}
        refusal={rights.mayRegister ? undefined : WORDS.mayNotRegister}
        onNew={() => setOpened({ kind: 'new' })}
      />
      {found.isFromDevice && !found.isLoading && (
        <Alert color="orange" variant="light" py={6} mb="xs" role="status">
          {WORDS.fromDevice}
        </Alert>
      )}
      <div className={list.rows}>
        <PatientList
          found={found}
          today={today}
          isNarrowed={typed.k !== '' || typed.dob !== '' || typed.needsMerge}
          onShowAll={() => change({ k: '', dob: '', merge: '' })}
          onOpen={edit}
          actions={actions}
        />
      </div>
      <Pager
        page={{ start: found.start, total: found.rows.length, total_records: found.total }}
        pageSize={pageSize}
        onPage={(next) => change({ p: String(next) })}
        onPageSize={(size) => change({ ps: String(size) })}
      />
      {opened?.kind === 'new' && <PatientFormDrawer onSaved={found.refresh} onClose={close} />}
      {opened?.kind === 'edit' && (
        <PatientFormDrawer
          key={opened.patient.id}
          patient={opened.patient}
          onSaved={found.refresh}
          onClose={close}
        />
      )}
      {opened?.kind === 'merge' && (
        <MergeDialog patient={opened.patient} onDone={found.refresh} onClose={close} />
      )}
      <RefusedPatient
        id={params.get('edit') ?? undefined}
        onSaved={found.refresh}
        onClose={() => change({ edit: '' })}
      />
    </div>
  )
}

function useRights() {
  const session = useSession()
  const writer = {
    permissions: { has: (permission: Permission) => session?.modules.includes(permission) ?? false },
    isClientAdmin: session?.is_client_admin === 1,
  }
  return {
    mayRegister: mayRegister(writer),
    mayEdit: mayEditPatient(writer),
    mayMerge: writer.permissions.has('merge_patients'),
  }
}
