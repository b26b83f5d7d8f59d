import { useCallback } from 'react'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { keepInHistory } from '../writer/keep-in-history.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import type { Version } from './version.ts'

/**
 * Returns a function that restores a version's text to the editor after a confirmation, and saves it as a new
 * draft; of a signed report it becomes the text of the revision, which only a signature saves.
 */
export function useRestore({ writer, flush }: OpenReport, isRevising: boolean): (version: Version) => void {
  return useCallback(
    (version) => {
      const restore = async () => {
        const isSure = await confirmAction({
          title: WORDS.restoreTitle,
          message: WORDS.restoreQuestion(version.rev),
          confirmLabel: WORDS.restore,
        })
        if (!isSure) return
        flush()
        if (!isRevising) await keepInHistory(writer)
        const { report_data, conclusion, recommendation } = version
        await writer.replace({ report_data, conclusion, recommendation })
        if (!isRevising) await writer.save('Draft')
      }
      void restore().catch(notifyError)
    },
    [writer, flush, isRevising],
  )
}
