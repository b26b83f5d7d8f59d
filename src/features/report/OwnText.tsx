import type { Ref } from 'react'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Addenda } from '#src/parts/addendum/Addenda.tsx'
import { type AiDraftHandle, AiDraftPanel } from '#src/parts/ai-draft/AiDraftPanel.tsx'
import type { useAiDraft } from './ai-draft/use-ai-draft.ts'
import { TwoTexts } from './conflict/TwoTexts.tsx'
import { PartsEditor } from './parts/PartsEditor.tsx'
import type { useStudyImages } from './parts/use-study-images.ts'
import type { useWantedPart } from './parts/use-wanted-part.ts'
import classes from './report.module.css'
import type { useReportState } from './use-report-state.ts'
import type { OpenReport } from './writer/use-open-report.ts'

export interface OwnTextProps {
  open: OpenReport
  study: StudyRow
  row: ReportRow | undefined
  state: ReturnType<typeof useReportState>
  place: ReturnType<typeof useWantedPart>
  images: ReturnType<typeof useStudyImages>
  aiDraft: ReturnType<typeof useAiDraft>
  aiPanel: Ref<AiDraftHandle>
  isLocked: boolean
  /** True while the AI result is shown in its place. */
  isHidden: boolean
  onCritical: () => void
  /** Undefined if the reader may not append. */
  onAddendum: (() => void) | undefined
}

/** The report's own text: sentences of an AI to decide on, the parts or two conflicting texts, and the addenda. */
export function OwnText(props: OwnTextProps) {
  const { open, study, row, state, place, images, aiDraft, aiPanel, isLocked, isHidden } = props
  const { part, setPart, wanted, want } = place
  const { delivery, twoTexts } = state
  return (
    <div className={classes.own} hidden={isHidden}>
      {!isLocked && (
        <AiDraftPanel
          ref={aiPanel}
          state={aiDraft}
          reportId={open.writer.draft().report_id}
          onClosed={() => want({ part })}
        />
      )}
      {twoTexts ? (
        <TwoTexts
          open={open}
          twoTexts={twoTexts}
          delivery={delivery}
          loadImage={images.load}
          onAddendum={props.onAddendum}
        />
      ) : (
        <PartsEditor
          open={open}
          study={study}
          part={part}
          onPart={setPart}
          wanted={wanted}
          onWanted={want}
          onCritical={props.onCritical}
          images={images}
          readOnly={isLocked}
        />
      )}
      <div className={classes.addenda}>
        <Addenda studyId={study.id} reportId={row?.id ?? ''} loadImage={images.load} />
      </div>
    </div>
  )
}
