import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { openImages } from '#src/parts/open-images/open-images.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { type DialogKind, opensDialog } from '../dialogs/row-dialogs.tsx'
import type { RunAction } from './RowActions.tsx'
import { profilePath, type RowActionKind, reportPath } from './row-actions.ts'

/** An open dialog and its row. */
export interface OpenDialog {
  kind: DialogKind
  row: StudyListRow
}

export interface RowActs {
  run: RunAction
  dialog: OpenDialog | undefined
  closeDialog: () => void
}

type DoneAtOnce = Exclude<RowActionKind, DialogKind>

/**
 * Returns a function for each action of a row: most open a dialog, the others act immediately or ask for
 * confirmation first.
 */
export function useRowActs(onDeleted: () => void): RowActs {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>()
  const acts: Record<DoneAtOnce, (row: StudyListRow) => Promise<unknown> | void> = {
    open: (row) => void navigate(reportPath(row.study_id)),
    profile: (row) => void (row.patient_id && navigate(profilePath(row.patient_id))),
    // Opens immediately and not after loading: browsers block a tab that no click opened.
    images: (row) => openImages(row),
    deactivate: async (row) =>
      (await import('#src/parts/activate-study/deactivate-study.ts')).askDeactivateStudy(row),
    download: async (row) => (await import('../download-study/download-study.ts')).downloadStudy(row),
    delete: async (row) => {
      const { askDeleteStudy } = await import('#src/parts/delete-study/ask-delete-study.ts')
      if (await askDeleteStudy(row)) onDeleted()
    },
  }
  const run = useStableCallback<Parameters<RunAction>, void>((kind, row) => {
    if (opensDialog(kind)) setDialog({ kind, row })
    else void Promise.resolve(acts[kind](row)).catch(notifyError)
  })
  return { run, dialog, closeDialog: () => setDialog(undefined) }
}
