import { Button, Tooltip } from '@mantine/core'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { canVerify } from '#domain/status/report-status.ts'
import { useUnfiled } from '#src/sync/reports/use-unfiled.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { isSignatureWaiting } from '#src/workers/pdf-client.ts'
import { useVerify } from './use-verify.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

/** Verify, shown only for Signed and with the permission; asks for confirmation. */
export function VerifyButton({ detail }: { detail: ReportDetail }) {
  const session = useSession()
  const parts = useAct()
  const [, act] = parts
  const { hasConflict } = useUnfiled(detail.study.id)
  const verifySigned = useVerify(detail)
  const mayVerify = session?.modules.includes('verify_report') ?? false
  if (!mayVerify || !canVerify(detail.study.status)) return null
  const refusal = refuse(hasConflict, detail.reports.some(isSignatureWaiting))

  const verify = () =>
    act.run(async () => {
      if (await verifySigned()) notifyDone(WORDS.verifyKept)
    })
  return (
    <ActBox parts={parts}>
      <Tooltip label={refusal} disabled={refusal === undefined}>
        <Button
          loading={act.isBusy}
          data-disabled={refusal !== undefined || undefined}
          aria-disabled={refusal !== undefined}
          aria-description={refusal}
          onClick={() => refusal === undefined && void verify()}
        >
          {WORDS.verify}
        </Button>
      </Tooltip>
    </ActBox>
  )
}

function refuse(hasConflict: boolean, isSignatureHere: boolean): string | undefined {
  if (hasConflict) return WORDS.verifyConflict
  return isSignatureHere ? WORDS.verifyNotFiled : undefined
}
