import { Select } from '@mantine/core'
import { useState } from 'react'
import { resendVisitTag } from '#src/sync/desk/resend-assignment.ts'
import { useTags } from '#src/sync/directory/use-directory.ts'
import { typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { RefusedForm } from './RefusedForm.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/** The tag of a visit or service whose choice was refused, for example because the tag is no longer in use. */
export function EditTag(props: RefusedFormProps) {
  const typed = typedIn(props.refused, 'appt/assignTag')
  const [tagId, setTag] = useState(typed.tag_id)
  const tags = useTags().filter(({ type }) => type === 'Normal')
  return (
    <RefusedForm
      {...props}
      title={WORDS.title.tag}
      visitId={typed.id}
      send={() => resendVisitTag(props.refused, tagId)}
    >
      <Select
        label={WORDS.tag}
        placeholder={WORDS.noTag}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={tagId}
        onChange={setTag}
        clearable
      />
    </RefusedForm>
  )
}
