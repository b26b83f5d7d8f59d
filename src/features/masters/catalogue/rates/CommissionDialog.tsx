import { Select } from '@mantine/core'
import { useState } from 'react'
import type { UserRecord } from '#contract/masters/user.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import classes from '../catalogue.module.css'
import { COMMISSION_WORDS as WORDS } from '../words.ts'
import { CommissionBanNote } from './CommissionBanNote.tsx'
import { DepartmentRates } from './DepartmentRates.tsx'
import { ServiceRates } from './ServiceRates.tsx'

export interface CommissionDialogProps {
  doctor: Pick<UserRecord, 'id' | 'name' | 'ref_doctor_type' | 'ref_dr_commission_on'>
  onClose: () => void
}

/** The wire's value for "Without Hospital". */
const WITHOUT = '0'

/**
 * The rates of a referral doctor, by department or by service, depending on the doctor's basis
 * (docs/masters.md#people).
 */
export function CommissionDialog({ doctor, onClose }: CommissionDialogProps) {
  const [hospital, setHospital] = useState(WITHOUT)
  const [isDirty, setDirty] = useState(false)
  const markDirty = (dirty: boolean) => {
    setDirty(dirty)
    setEditorDirty(`commission:${doctor.id}`, dirty)
  }
  const leave = async (go: () => void) => {
    if (isDirty && !(await confirmLeave())) return
    markDirty(false)
    go()
  }
  const Editor = doctor.ref_dr_commission_on === 'Service' ? ServiceRates : DepartmentRates
  return (
    <SideDrawer title={WORDS.of(doctor.name)} opened onClose={() => void leave(onClose)}>
      <div className={classes.stage}>
        <CommissionBanNote />
        <Editor
          key={hospital}
          doctorId={doctor.id}
          hospital={hospital}
          onDirty={markDirty}
          onClose={() => void leave(onClose)}
        >
          {doctor.ref_doctor_type !== 'Hospital' && (
            <HospitalSelect value={hospital} onChange={(next) => void leave(() => setHospital(next))} />
          )}
        </Editor>
      </div>
    </SideDrawer>
  )
}

const confirmLeave = () =>
  confirmAction({
    title: WORDS.leave,
    message: WORDS.leaveMessage,
    confirmLabel: WORDS.leaveConfirm,
    danger: true,
  })

function HospitalSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const people = useMasters('user', { is_ref_doctor: 1, ref_doctor_type: 'Hospital', status: 1 }).rows
  const data = [
    { value: WITHOUT, label: WORDS.withoutHospital },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      label={WORDS.hospital}
      data={data}
      value={value}
      onChange={(next) => onChange(next ?? WITHOUT)}
      allowDeselect={false}
      searchable
    />
  )
}
