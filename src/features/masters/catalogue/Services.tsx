import { useCallback, useMemo, useState } from 'react'
import { service } from '#contract/masters/service.ts'
import { isClientAdmin } from '#domain/access/rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { DepartmentSidebar } from './DepartmentSidebar.tsx'
import type { DepartmentKind } from './Departments.tsx'
import { useFieldsWithoutModule } from './has-module.ts'
import { LabServices } from './LabServices.tsx'
import { RefChargesFields } from './RefChargesFields.tsx'
import { ExportServices } from './sheets/ExportServices.tsx'
import { ServiceImport } from './sheets/ServiceImport.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

const FILTER = { radiology: { isradiology: '1' }, clinical: { isradiology: '0' } } as const
const COLUMNS = {
  radiology: ['name', 'code', 'department_id', 'charges', 'tat', 'status'],
  clinical: ['name', 'code', 'department_id', 'charges', 'status'],
}
/** Leaves out the department column, which is constant within one department. */
const COLUMNS_OF_ONE = {
  radiology: ['name', 'code', 'type', 'charges', 'tat', 'status'],
  clinical: ['name', 'code', 'charges', 'status'],
}

/** Services of one kind next to their departments (docs/masters.md#departments-services-machines). */
export function Services({ kind }: { kind: DepartmentKind }) {
  const session = useSession()
  const { rows: departments, isLoading } = useMasters('department', FILTER[kind])
  const [chosen, setChosen] = useState<string>()
  const [isImporting, setImporting] = useState(false)
  const ids = useMemo(() => new Set(departments.map(({ id }) => id)), [departments])
  const Form = useMemo(() => serviceFormOf(kind, chosen), [kind, chosen])
  const fits = useCallback(
    (row: { department_id: string | null }) =>
      ids.has(row.department_id ?? '') && (chosen === undefined || row.department_id === chosen),
    [ids, chosen],
  )
  const department = departments.find(({ id }) => id === chosen)
  // Replaces the list instead of covering it: a list that follows each of 20,000 new rows would block the
  // page.
  if (isImporting && department)
    return <ServiceImport kind={kind} department={department} onClose={() => setImporting(false)} />
  return (
    <MasterList
      key={chosen ?? 'all'}
      master={service}
      filter={chosen === undefined ? FILTER[kind] : { ...FILTER[kind], department_id: chosen }}
      fits={fits}
      columns={(chosen === undefined ? COLUMNS : COLUMNS_OF_ONE)[kind]}
      form={Form}
      sidebar={
        isLoading && departments.length === 0 ? (
          <SkeletonRows />
        ) : (
          <DepartmentSidebar kind={kind} departments={departments} chosen={chosen} onChoose={setChosen} />
        )
      }
      headActions={
        <>
          <ExportServices kind={kind} departments={departments} />
          {session && isClientAdmin(session) && (
            <OnlineButton
              variant="default"
              refusal={department ? undefined : WORDS.chooseOne}
              onClick={() => setImporting(true)}
            >
              {WORDS.importExcel}
            </OnlineButton>
          )}
        </>
      }
    />
  )
}

const OF_RADIOLOGY = ['type', 'tat', 'points', 'is_obstetric', 'is_invasive']
const TYPE_REQUIRED = { type: { field: { ...service.fields.type, required: true as const } } }

/**
 * Returns a form component that stays the same while kind and department stay: an open form is kept when data
 * is pulled.
 */
function serviceFormOf(kind: DepartmentKind, chosen: string | undefined) {
  const initial = chosen === undefined ? {} : { department_id: chosen }
  const isRadiology = kind === 'radiology'
  return function ServiceForm(props: MasterFormProps<typeof service>) {
    const { record, readOnly = false } = props
    const withoutModule = useFieldsWithoutModule()
    const departments = useMasters('department', FILTER[kind]).rows
    const narrowed = ({ id }: Readonly<Record<string, unknown>>) => departments.some((one) => one.id === id)
    const fieldsOf = (form: MasterFormState) => (
      <RefChargesFields
        master={service}
        form={form}
        record={record}
        disabled={readOnly}
        without={isRadiology ? withoutModule : [...withoutModule, ...OF_RADIOLOGY]}
        widgets={{ department_id: { narrowed }, ...(isRadiology && TYPE_REQUIRED) }}
      />
    )
    const testsOf = (form: MasterFormState) =>
      departments.some(({ id, islaboratory }) => id === form.values.department_id && islaboratory === 1) ? (
        <LabServices form={form} disabled={readOnly} />
      ) : null
    return <MasterForm<typeof service> {...props} initial={initial} layout={fieldsOf} extra={testsOf} />
  }
}
