import { useEffect, useState } from 'react'
import type { FormKey } from '#src/sync/outbox/look/edit-path.ts'
import { type RefusedCommand, useRefusedCommand } from '#src/sync/outbox/refused/refused-command.ts'
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { useEdited } from './use-edited.ts'

const EditComment = lazyPart(() =>
  import('./EditComment.tsx').then((part) => ({ default: part.EditComment })),
)
const EditDocument = lazyPart(() =>
  import('./EditDocument.tsx').then((part) => ({ default: part.EditDocument })),
)
const EditPayment = lazyPart(() =>
  import('./EditPayment.tsx').then((part) => ({ default: part.EditPayment })),
)
const EditClinical = lazyPart(() =>
  import('./EditClinical.tsx').then((part) => ({ default: part.EditClinical })),
)
const EditDoctors = lazyPart(() =>
  import('./EditDoctors.tsx').then((part) => ({ default: part.EditDoctors })),
)
const EditTag = lazyPart(() => import('./EditTag.tsx').then((part) => ({ default: part.EditTag })))

/** The form of each kind of change. */
const FORMS: Record<FormKey, LazyPart<RefusedFormProps>> = {
  'appt/addComment': EditComment,
  'appt/addDocument': EditDocument,
  'appt/createReceipts': EditPayment,
  'appt/saveTreatmentDtl': EditClinical,
  'appt/savePrescription': EditClinical,
  'appt/assignRadiologyDoctor': EditDoctors,
  'appt/assignTag': EditTag,
}
const hasForm = (key: string): key is FormKey => Object.hasOwn(FORMS, key)

/** The form with the refused values, for the change named by the page's address. */
export function RefusedEditor() {
  const { id, show } = useEdited()
  if (id === undefined) return null
  return <Opened key={id} id={id} onClose={() => show(undefined)} onRefusedAgain={show} />
}

function Opened({ id, ...acts }: { id: string } & Omit<RefusedFormProps, 'refused'>) {
  const { refused: found, isLoading } = useRefusedCommand(id)
  // Holds the change that the form was opened with, because the correction removes it from the queue.
  const [refused, setRefused] = useState<RefusedCommand>()
  if (found && !refused) setRefused(found)
  const isStale = !isLoading && !found && !refused
  const { onClose } = acts
  useEffect(() => {
    if (isStale) onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- an address that names nothing is left once
  }, [isStale])
  if (!refused || !hasForm(refused.key)) return null
  const Form = FORMS[refused.key]
  return <Form refused={refused} {...acts} />
}
