import { useMemo } from 'react'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { machine } from '#contract/masters/machine.ts'
import { MODALITIES } from '#domain/study/modalities.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

export interface MachinesDrawerProps {
  department: Pick<DepartmentRecord, 'id' | 'name' | 'modalities'>
  onClose: () => void
}

/** The machines of a department (docs/masters.md#departments-services-machines). */
export function MachinesDrawer({ department, onClose }: MachinesDrawerProps) {
  const { id, modalities } = department
  const fixed = useMemo(() => ({ department_id: id }), [id])
  const Form = useMemo(() => machineFormOf(modalities ?? []), [modalities])
  return (
    <SideDrawer title={WORDS.machinesOf(department.name)} opened onClose={onClose} size="min(900px, 100%)">
      <MasterList master={machine} fixed={fixed} form={Form} />
    </SideDrawer>
  )
}

/** Returns a machine form that lists the department's own modalities first. */
function machineFormOf(own: readonly string[]) {
  const options = [...own, ...MODALITIES.filter((modality) => !own.includes(modality))]
  const field = { kind: 'choice', label: machine.fields.modality.label, required: true, options } as const
  const fields = { widgets: { modality: { field } } }
  const initial = own.length === 1 ? { modality: own[0] } : {}
  return function MachineForm(props: MasterFormProps<typeof machine>) {
    return <MasterForm {...props} initial={initial} fields={fields} />
  }
}
