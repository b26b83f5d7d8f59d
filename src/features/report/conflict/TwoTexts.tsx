import { Button, Group } from '@mantine/core'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { textForAddendum } from '#domain/report/text-for-addendum.ts'
import { giveUp } from '#src/sync/outbox/refused/parked.ts'
import { keepAddendumDraft } from '#src/sync/reports/addendum-draft.ts'
import { dropDraft } from '#src/sync/reports/drafts.ts'
import { settleConflict } from '#src/sync/reports/save-report.ts'
import { findUnloadAddendum } from '#src/sync/reports/unload-drafts.ts'
import type { ReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import classes from '../report.module.css'
import type { TwoTextsState } from '../use-report-state.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { type OpenReport, useWriterState } from '../writer/use-open-report.ts'
import { ConflictView } from './ConflictView.tsx'

export interface TwoTextsProps {
  open: OpenReport
  twoTexts: TwoTextsState
  delivery: ReportDelivery
  loadImage: LoadImage
  /** Opens the addendum of this report; absent if the person may not write one. */
  onAddendum?: (() => void) | undefined
}

/** Replaces the editor while two texts of the report conflict. */
export function TwoTexts({ open: { writer }, twoTexts, delivery, loadImage, onAddendum }: TwoTextsProps) {
  const { theirs, canMerge } = twoTexts
  const text = useWriterState(writer, (state) => state.text)
  const [box, { isBusy, run, ...refusal }] = useAct()

  const settle = async (merged: SignedParts) => {
    const draft = { ...writer.draft(), ...merged, base_rev: theirs.rev }
    await settleConflict(draft.report_id, draft)
    writer.continueFrom(draft)
  }
  const leaveOut = async () => {
    const isSure = await confirmAction({
      title: WORDS.leaveOutMineTitle,
      message: WORDS.leaveOutMineQuestion,
      confirmLabel: WORDS.leaveOutMine,
      danger: true,
    })
    if (isSure) await goOnFromTheirs()
  }
  const asAddendum = async () => {
    const begun = await findUnloadAddendum(theirs.id)
    await keepAddendumDraft(theirs, begun + textForAddendum(writer.state().text, theirs))
    await goOnFromTheirs()
    onAddendum?.()
  }
  const goOnFromTheirs = async () => {
    if (delivery.item?.state === 'needs_you') await giveUp(delivery.item.id)
    const draft = writer.draft()
    await dropDraft(draft.report_id)
    const { report_name, report_data, conclusion, recommendation, rev } = theirs
    writer.continueFrom({ ...draft, report_name, report_data, conclusion, recommendation, base_rev: rev })
  }

  return (
    <div className={classes.scroll} ref={box}>
      <ConflictView
        mine={text}
        theirs={theirs}
        loadImage={loadImage}
        isBusy={isBusy}
        onSettle={canMerge ? (merged) => void run(() => settle(merged)) : undefined}
      />
      <RefusalNote act={refusal} />
      {!canMerge && (
        <Group justify="flex-end" p="md">
          {onAddendum && (
            <Button loading={isBusy} onClick={() => void run(asAddendum)}>
              {WORDS.asAddendum}
            </Button>
          )}
          <Button variant="default" loading={isBusy} onClick={() => void run(leaveOut)}>
            {WORDS.leaveOutMine}
          </Button>
        </Group>
      )}
    </div>
  )
}
