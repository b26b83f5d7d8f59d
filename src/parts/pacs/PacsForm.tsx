import type { pacs } from '#contract/masters/pacs.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { TestConnection } from './TestConnection.tsx'

/** The form of an image server, with a test of the values as they stand in it. */
export function PacsForm(props: MasterFormProps<typeof pacs>) {
  const { record, clientId, readOnly = false } = props
  const test = ({ values }: MasterFormState) =>
    readOnly ? null : <TestConnection values={values} id={record?.id} clientId={clientId} />
  return <MasterForm {...props} extra={test} />
}
