import { Select } from '@mantine/core'
import { useState } from 'react'
import { resendServiceDoctors } from '#src/sync/desk/resend-assignment.ts'
import { useDoctors } from '#src/sync/directory/use-directory.ts'
import { typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { RefusedForm } from './RefusedForm.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/** The selector's value for nobody: an empty selector would look as if nothing was chosen yet. */
const NOBODY = ''
const orNull = (value: string) => (value === NOBODY ? null : value)

/** The doctors of a service whose choice was refused, for example because one may no longer sign. */
export function EditDoctors(props: RefusedFormProps) {
  const typed = typedIn(props.refused, 'appt/assignRadiologyDoctor')
  const [signerId, setSigner] = useState(typed.signed_by_doctor_id ?? NOBODY)
  const [writerId, setWriter] = useState(typed.assigned_doctor_id ?? NOBODY)
  const doctors = useDoctors()
  const signers = doctors.filter((one) => one.can_sign === 1 || one.id === typed.signed_by_doctor_id)
  const doctorsChosen = { assigned_doctor_id: orNull(writerId), signed_by_doctor_id: orNull(signerId) }
  return (
    <RefusedForm
      {...props}
      title={WORDS.title.doctors}
      visitId={typed.appt_id}
      send={() => resendServiceDoctors(props.refused, doctorsChosen)}
    >
      <DoctorSelect label={WORDS.signing} doctors={signers} value={signerId} onChange={setSigner} />
      <DoctorSelect label={WORDS.writing} doctors={doctors} value={writerId} onChange={setWriter} />
    </RefusedForm>
  )
}

interface DoctorSelectProps {
  label: string
  doctors: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

function DoctorSelect({ label, doctors, value, onChange }: DoctorSelectProps) {
  return (
    <Select
      label={label}
      data={[
        { value: NOBODY, label: WORDS.nobody },
        ...doctors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(id) => onChange(id ?? NOBODY)}
      allowDeselect={false}
      searchable
      openOnFocus={false}
    />
  )
}
