import { Stack } from '@mantine/core'
import type { pacs } from '#contract/masters/pacs.ts'
import { FormFields } from '#src/ui/master/FormFields.tsx'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { CertificateNote } from './CertificateNote.tsx'
import { BEFORE_NOTE, idleFields, neededFields, tidySignIn } from './sign-in-fields.ts'
import { TestConnection } from './TestConnection.tsx'

/** The form of an image server, with a test of its current values. */
export function PacsForm(props: MasterFormProps<typeof pacs>) {
  const { master, record, clientId, readOnly = false } = props
  const test = ({ values }: MasterFormState) =>
    readOnly ? null : <TestConnection values={tidySignIn(values)} id={record?.id} clientId={clientId} />
  const layout = (form: MasterFormState) => {
    const idle = idleFields(form.values)
    const shared = { master, form, record, disabled: readOnly, widgets: neededFields(form.values) }
    const after = Object.keys(master.fields).filter((name) => !BEFORE_NOTE.includes(name))
    return (
      <Stack gap="sm">
        <FormFields {...shared} only={BEFORE_NOTE} without={idle} />
        <CertificateNote record={record} values={form.values} />
        <FormFields {...shared} only={after} without={idle} />
      </Stack>
    )
  }
  return <MasterForm {...props} tidy={tidySignIn} layout={layout} extra={test} />
}
