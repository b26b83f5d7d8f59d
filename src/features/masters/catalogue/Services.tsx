import { useMemo, useState } from 'react'
import { service } from '#contract/masters/service.ts'
import { isClientAdmin } from '#domain/access/rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { DepartmentSidebar } from './DepartmentSidebar.tsx'
import type { DepartmentKind } from './Departments.tsx'
import { ExportServices } from './ExportServices.tsx'
import { useFieldsWithoutModule } from './has-module.ts'
import { ServiceImport } from './ServiceImport.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

const FILTER = { radiology: { isradiology: '1' }, clinical: { isradiology: '0' } } as const
const COLUMNS = {
  radiology: ['name', 'code', 'department_id', 'type', 'charges', 'tat', 'status'],
  clinical: ['name', 'code', 'department_id', 'charges', 'status'],
}

/** Services of one kind beside their departments (spec 2 section 2.8). */
export function Services({ kind }: { kind: DepartmentKind }) {
  const session = useSession()
  const departments = useMasters('department', FILTER[kind]).rows
  const [chosen, setChosen] = useState<string>()
  const [isImporting, setImporting] = useState(false)
  const ids = useMemo(() => new Set(departments.map(({ id }) => id)), [departments])
  const Form = useMemo(() => serviceFormOf(kind, ids, chosen), [kind, ids, chosen])
  const department = departments.find(({ id }) => id === chosen)
  return (
    <>
      <MasterList
        key={chosen ?? 'all'}
        master={service}
        filter={chosen === undefined ? FILTER[kind] : { ...FILTER[kind], department_id: chosen }}
        fits={(row) =>
          ids.has(row.department_id ?? '') && (chosen === undefined || row.department_id === chosen)
        }
        columns={COLUMNS[kind]}
        form={Form}
        sidebar={
          <DepartmentSidebar kind={kind} departments={departments} chosen={chosen} onChoose={setChosen} />
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
      {isImporting && department && (
        <ServiceImport kind={kind} department={department} onClose={() => setImporting(false)} />
      )}
    </>
  )
}

const OF_RADIOLOGY = ['type', 'tat']
const TYPE_REQUIRED = { type: { field: { ...service.fields.type, required: true as const } } }

function serviceFormOf(kind: DepartmentKind, departments: ReadonlySet<string>, chosen: string | undefined) {
  const narrowed = ({ id }: Readonly<Record<string, unknown>>) => departments.has(String(id))
  const initial = chosen === undefined ? {} : { department_id: chosen }
  return function ServiceForm(props: MasterFormProps<typeof service>) {
    const without = useFieldsWithoutModule()
    const isRadiology = kind === 'radiology'
    return (
      <MasterForm<typeof service>
        {...props}
        initial={initial}
        fields={{
          without: isRadiology ? without : [...without, ...OF_RADIOLOGY],
          widgets: { department_id: { narrowed }, ...(isRadiology && TYPE_REQUIRED) },
        }}
      />
    )
  }
}
