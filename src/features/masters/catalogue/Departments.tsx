import { IconDeviceDesktop } from '@tabler/icons-react'
import { useState } from 'react'
import { DEPARTMENT_CLIENT_FIELDS, type DepartmentRecord, department } from '#contract/masters/department.ts'
import { isPlatform } from '#domain/access/rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { FieldText } from '#src/ui/master/FieldText.tsx'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { ClientInfoForm } from './ClientInfoForm.tsx'
import { useHasModule } from './has-module.ts'
import { MachinesDrawer } from './MachinesDrawer.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

export type DepartmentKind = 'radiology' | 'clinical'

const FIXED = { radiology: { isradiology: 1 }, clinical: { isradiology: 0 } } as const
const OF_PLATFORM = {
  radiology: ['name', 'modalities', 'status', 'created'],
  clinical: ['name', 'status', 'created'],
}
const OF_CLIENT = ['name', 'charges', 'tat', 'slot_duration', 'status']

/** The client's own values of a department are not fields of its definition, so their cells are defined here. */
const CELLS = {
  charges: cellOf('charges', '128px'),
  tat: cellOf('tat', '110px'),
  slot_duration: cellOf('slot_duration', '120px'),
}

function cellOf(name: 'charges' | 'tat' | 'slot_duration', width: string) {
  const field = DEPARTMENT_CLIENT_FIELDS[name]
  return {
    header: field.label,
    width,
    align: 'end' as const,
    cell: (row: DepartmentRecord) => <FieldText field={field} value={row[name]} />,
  }
}

/**
 * Departments: the platform defines them; a client edits their charges and times, and maintains the machines
 * (docs/masters.md#departments-services-machines).
 */
export function Departments({ kind }: { kind: DepartmentKind }) {
  const session = useSession()
  const isOfPlatform = session !== undefined && isPlatform(session)
  const hasMachines = useHasModule('appointment_system')
  const [shown, setShown] = useState<DepartmentRecord>()
  const machinesOf = (row: DepartmentRecord) => <MachinesButton row={row} onOpen={() => setShown(row)} />
  if (isOfPlatform)
    return (
      <MasterList
        master={department}
        fixed={FIXED[kind]}
        columns={OF_PLATFORM[kind]}
        form={kind === 'radiology' ? RadiologyForm : ClinicalForm}
      />
    )
  return (
    <>
      <MasterList
        master={department}
        fixed={FIXED[kind]}
        columns={OF_CLIENT}
        cells={CELLS}
        form={ClientInfoForm}
        rowActions={hasMachines ? machinesOf : undefined}
        rowActionsWidth={hasMachines ? 32 : 0}
      />
      {shown && <MachinesDrawer department={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

const IN_RADIOLOGY = { without: ['islaboratory'] }
const IN_CLINICS = { without: ['modalities'] }

/**
 * Modalities are required for radiology (docs/masters.md#lists); the declaration covers both kinds and cannot
 * express that.
 */
const MODALITIES_REQUIRED = {
  ...IN_RADIOLOGY,
  widgets: { modalities: { field: { ...department.fields.modalities, required: true as const } } },
}

function RadiologyForm(props: MasterFormProps<typeof department>) {
  return <MasterForm {...props} fields={MODALITIES_REQUIRED} />
}

function ClinicalForm(props: MasterFormProps<typeof department>) {
  return <MasterForm {...props} fields={IN_CLINICS} />
}

function MachinesButton({ row, onOpen }: { row: DepartmentRecord; onOpen: () => void }) {
  // Counts the local copies, which follow every change of a machine immediately.
  const count = useMasters('machine', { department_id: row.id }).rows.length
  return (
    <IconAction
      label={`${WORDS.machinesOf(row.name)} (${WORDS.machineCount(count)})`}
      icon={<IconDeviceDesktop size={16} stroke={1.5} aria-hidden />}
      onClick={onOpen}
    />
  )
}
