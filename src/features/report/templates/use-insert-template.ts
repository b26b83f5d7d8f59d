import { useCallback } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { WantedPart } from '../parts/wanted-part.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import type { InsertMode, ReportPart } from './insert-template.ts'
import { putTemplate } from './put-template.ts'
import { templateFor } from './template-for.ts'

interface Target {
  open: OpenReport
  study: StudyRow
  /** The part that is being written. */
  part: ReportPart
  want: (next: WantedPart) => void
  wantCursor: (at: WantedPart) => void
  /** Uncovers the text, which the column of templates may cover. */
  uncover: () => void
}

/**
 * Inserts templates into a report; the cursor goes to the first open field. `insertAndWrite` leads into the text of
 * the present part if the template has none.
 */
export function useInsertTemplate({ open, study, part, want, wantCursor, uncover }: Target) {
  const put = useCallback(
    async (template: TemplateItem, mode?: InsertMode) => {
      uncover()
      const field = await putTemplate(open, templateFor(study, template), mode).catch(notifyError)
      if (field) want({ part: field.part, field: field.at })
      return field
    },
    [open, study, uncover, want],
  )
  const insert = useCallback((template: TemplateItem, mode?: InsertMode) => void put(template, mode), [put])
  const insertAndWrite = useStableCallback((template: TemplateItem) => {
    void put(template).then((field) => field ?? wantCursor({ part }))
  })
  return { insert, insertAndWrite }
}
