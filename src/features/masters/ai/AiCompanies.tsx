import { type AiCompanyRecord, aiCompany } from '#contract/masters/ai-company.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { AiCompanyModalities } from './AiCompanyModalities.tsx'
import { AI_WORDS as WORDS } from './words.ts'

const CELLS = {
  modalities: {
    header: WORDS.modalities,
    width: 'minmax(160px, 2fr)',
    cell: ({ modalities }: AiCompanyRecord) =>
      modalities.map(({ modality, bodyparts }) => WORDS.partCount(modality, bodyparts.length)).join(', '),
  },
}
const INITIAL = { modalities: [] }

/** The tile AI Companies: the companies, what they read, and their prices. */
export default function AiCompanies() {
  return <MasterList master={aiCompany} cells={CELLS} form={CompanyForm} />
}

function CompanyForm(props: MasterFormProps<typeof aiCompany>) {
  const { readOnly = false } = props
  const modalitiesOf = (form: MasterFormState) => <AiCompanyModalities form={form} disabled={readOnly} />
  return (
    <MasterForm<typeof aiCompany> {...props} initial={INITIAL} size="min(860px, 100%)" extra={modalitiesOf} />
  )
}
