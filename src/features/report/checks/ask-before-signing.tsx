import { modals } from '@mantine/modals'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { type CheckedReport, type SignRule, stopsSignature } from '#domain/report/checks/sign-warning.ts'
import { WarningList } from './WarningList.tsx'
import { CHECK_WORDS as WORDS } from './words.ts'

/**
 * Reads the report that is about to be signed and shows what should be looked at once more. Returns the rules that
 * the doctor signs over (none where nothing was found, without a question), or undefined where the doctor goes back; where
 * something stops the signature there is no other way.
 */
export function askBeforeSigning(report: CheckedReport): Promise<SignRule[] | undefined> {
  const warnings = checkBeforeSigning(report)
  if (warnings.length === 0) return Promise.resolve([])
  const rules = [...new Set(warnings.map(({ rule }) => rule))]
  return new Promise((resolve) => {
    const answer = (isSigning: boolean) => {
      resolve(isSigning ? rules : undefined)
      modals.close(id)
    }
    const id = modals.open({
      title: warnings.some(stopsSignature) ? WORDS.stopTitle : WORDS.title,
      size: 'lg',
      centered: true,
      // Settled already where a button was pressed.
      onClose: () => resolve(undefined),
      children: <WarningList warnings={warnings} onBack={() => answer(false)} onSign={() => answer(true)} />,
    })
  })
}
