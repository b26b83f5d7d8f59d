import { useEffect, useEffectEvent, useState } from 'react'
import { type TemplateRecord, template } from '#contract/masters/template.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { useMasterForm } from '#src/ui/master/use-master-form.ts'
import { dropText, findText, keepText } from './unsaved-texts.ts'

/** The key of the template that is being created. */
export const NEW_PANE = 'new'

export interface TemplatePane {
  /** The template's id, or NEW_PANE. */
  key: string
  /** Absent for a new template. */
  record: TemplateRecord | undefined
  /** The initial category of a new template. */
  categoryId: string | null
}

/** Returns the form of a template; unsaved text is restored when the pane is opened again. */
export function useTemplateForm({ key, record, categoryId }: TemplatePane) {
  const [waiting] = useState(() => findText(key))
  const [opened] = useState(() => (waiting ? waiting.record : (record as Values | undefined)))
  const form = useMasterForm({
    master: template,
    record: opened as TemplateRecord | undefined,
    fixed: { cat_id: categoryId },
  })
  const restore = useEffectEvent(() => {
    for (const [name, value] of Object.entries(waiting?.values ?? {})) form.setValue(name, value)
  })
  useEffect(() => restore(), [])
  const { values, isDirty } = form
  useEffect(() => {
    if (isDirty) keepText(key, { values, record: opened })
    else dropText(key)
  }, [key, values, isDirty, opened])
  return form
}
