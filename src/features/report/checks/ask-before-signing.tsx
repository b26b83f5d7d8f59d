import { modals } from '@mantine/modals'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { type CheckedReport, type SignRule, stopsSignature } from '#domain/report/checks/sign-warning.ts'
import { WarningList } from './WarningList.tsx'
import { CHECK_WORDS as WORDS } from './words.ts'

/**
 * Checks the report before it is signed and shows the findings. Returns the rules that the doctor signs
 * despite (none, without a question, if there are no findings), or undefined if the doctor goes back;
 * findings that stop the signature only allow going back.
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
      // Has no effect if a button was pressed, because the promise is already resolved.
      onClose: () => resolve(undefined),
      children: <WarningList warnings={warnings} onBack={() => answer(false)} onSign={() => answer(true)} />,
    })
  })
}
