import { servicePackage } from '#contract/masters/package.ts'
import { FieldText } from '#src/ui/master/FieldText.tsx'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { PackageServices } from './PackageServices.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

const TOTAL = { kind: 'money', label: WORDS.total } as const
const CELLS = {
  services: {
    header: WORDS.services,
    width: 'minmax(160px, 2fr)',
    cell: ({ services }: { services: readonly { name?: string | undefined }[] }) =>
      services.map(({ name }) => name).join(', '),
  },
  total: {
    header: WORDS.total,
    width: '128px',
    align: 'end' as const,
    cell: ({ total }: { total: number }) => <FieldText field={TOTAL} value={total} />,
  },
}
const COLUMNS = ['name', 'services', 'is_radiology', 'total', 'status']
const INITIAL = { services: [] }

/** Packages of services (docs/masters.md#prices-and-heads). */
export default function Packages() {
  return <MasterList master={servicePackage} columns={COLUMNS} cells={CELLS} form={PackageForm} />
}

function PackageForm(props: MasterFormProps<typeof servicePackage>) {
  const { readOnly = false } = props
  const servicesOf = (form: MasterFormState) => <PackageServices form={form} disabled={readOnly} />
  return <MasterForm<typeof servicePackage> {...props} initial={INITIAL} extra={servicesOf} />
}
