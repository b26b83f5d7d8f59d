import { type AiBodyPartRecord, aiBodyPart } from '#contract/masters/ai-body-part.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { AiBodyPartItems } from './AiBodyPartItems.tsx'
import { AI_WORDS as WORDS } from './words.ts'

const CELLS = {
  items: {
    header: WORDS.items,
    width: '120px',
    cell: ({ items }: AiBodyPartRecord) => WORDS.itemCount(items.length),
  },
}
const INITIAL = { items: [] }

/** The tile AI Body Parts: the body parts that AI companies read, shown to every client. */
export default function AiBodyParts() {
  return <MasterList master={aiBodyPart} cells={CELLS} form={BodyPartForm} />
}

function BodyPartForm(props: MasterFormProps<typeof aiBodyPart>) {
  const { readOnly = false } = props
  const itemsOf = (form: MasterFormState) => <AiBodyPartItems form={form} disabled={readOnly} />
  return <MasterForm<typeof aiBodyPart> {...props} initial={INITIAL} extra={itemsOf} />
}
