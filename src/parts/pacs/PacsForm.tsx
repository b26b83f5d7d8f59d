import type { pacs } from '#contract/masters/pacs.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { TestConnection } from './TestConnection.tsx'

/** The form of an image server, with a test of the values as they stand in it. */
export function PacsForm(props: MasterFormProps<typeof pacs>) {
  const { record, clientId } = props
  return (
    <MasterForm
      {...props}
      extra={({ values }) =>
        props.readOnly ? null : <TestConnection values={values} id={record?.id} clientId={clientId} />
      }
    />
  )
}
