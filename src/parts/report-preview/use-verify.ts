import type { ReportDetail } from '#contract/calls/reports.ts'
import { useAddenda } from '#src/parts/addendum/Addenda.tsx'
import { touchToVerify, verifyReport } from '#src/sync/reports/save-report.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { useAskTouch } from '../touch/use-ask-touch.ts'
import { refuseHolesOfSigned } from './refuse-holes.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

/**
 * Verifies the signed reports of a study, after a confirmation and, if the client wants it, a touch. The returned
 * function resolves to whether the verification was stored. Throws if the paper would have a gap: a text signed in an
 * older version of the app may contain a letter that no font has.
 */
export function useVerify(detail: ReportDetail): () => Promise<boolean> {
  const addenda = useAddenda(detail.study.id)
  const askTouch = useAskTouch()
  return async () => {
    await refuseHolesOfSigned(detail, addenda)
    const isSure = await confirmAction({
      title: WORDS.verifyTitle,
      message: WORDS.verifyQuestion,
      confirmLabel: WORDS.verify,
    })
    if (!isSure) return false
    const touched = await askTouch(() => touchToVerify(detail, addenda))
    if (!touched) return false
    await verifyReport(detail, addenda, touched.touch)
    return true
  }
}
