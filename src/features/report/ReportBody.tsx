import { ActionIcon, TextInput } from '@mantine/core'
import { IconHistory, IconTemplate } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { useReportActions } from './actions/use-report-actions.ts'
import { useReportKeys } from './actions/use-report-keys.ts'
import { TwoTexts } from './conflict/TwoTexts.tsx'
import { DeliveryState } from './delivery/DeliveryState.tsx'
import { HistoryColumn } from './history/HistoryColumn.tsx'
import { PartsEditor } from './PartsEditor.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import classes from './report.module.css'
import { SideColumn, useIsNarrow } from './SideColumn.tsx'
import { askInsertMode } from './templates/ask-insert-mode.tsx'
import { type ReportPart, withTemplate, wouldTouchText } from './templates/insert-template.ts'
import { TemplatesColumn } from './templates/TemplatesColumn.tsx'
import { useReportState } from './use-report-state.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { OpenReport } from './writer/use-open-report.ts'

export interface ReportBodyProps {
  detail: ReportDetail
  row: ReportRow | undefined
  from: 'device' | 'server'
  reportNo: number
  open: OpenReport
  onClose: () => void
}

/** Templates, text and history of one report, and what can be done with it. */
export function ReportBody({ detail, row, from, reportNo, open, onClose }: ReportBodyProps) {
  const { writer } = open
  const { study } = detail
  const isNarrow = useIsNarrow()
  const [side, setSide] = useState({ templates: !isNarrow, history: !isNarrow })
  const [part, setPart] = useState<ReportPart>('report_data')
  const { online } = useLink()
  const { state, delivery, taken, twoTexts, groundsNow, readOnlyReason } = useReportState(detail, row, open)
  const images = useMemo(
    () => ({
      keep: (picture: Blob) => keepFile(picture, 'report_image', study.id),
      load: imageUrlOf,
    }),
    [study.id],
  )
  const actions = useReportActions({ open, detail, groundsNow, isOnline: online, onClose })
  useReportKeys({
    onDraft: () => actions.run('draft'),
    onSign: () => actions.run('sign'),
    onPart: setPart,
  })
  const isLocked = readOnlyReason !== undefined || twoTexts !== undefined
  const insert = (template: TemplateItem) => {
    if (isNarrow) setSide({ templates: false, history: false })
    void insertTemplate(open, template)
  }
  const reportId = reportIdOf(study.id, reportNo)

  return (
    <div className={classes.body}>
      <SideColumn
        title={WORDS.templates}
        side="start"
        isOpen={side.templates}
        onClose={() => setSide({ ...side, templates: false })}
      >
        <TemplatesColumn
          modality={study.modality}
          refusal={isLocked ? (readOnlyReason ?? WORDS.refusals.conflict) : undefined}
          onInsert={insert}
        />
      </SideColumn>
      <div className={classes.text}>
        <div className={classes.head}>
          <ActionIcon
            variant={side.templates ? 'light' : 'subtle'}
            aria-label={side.templates ? WORDS.hideTemplates : WORDS.showTemplates}
            aria-pressed={side.templates}
            onClick={() => setSide({ ...side, templates: !side.templates })}
          >
            <IconTemplate size={18} aria-hidden />
          </ActionIcon>
          <TextInput
            value={state.text.report_name}
            onChange={(event) => void writer.rename(event.currentTarget.value)}
            readOnly={isLocked}
            aria-label={WORDS.reportName}
            placeholder={WORDS.reportName}
            maxLength={200}
            flex={1}
            maw={420}
            size="xs"
          />
          <ActionIcon
            ms="auto"
            variant={side.history ? 'light' : 'subtle'}
            aria-label={side.history ? WORDS.hideHistory : WORDS.showHistory}
            aria-pressed={side.history}
            onClick={() => setSide({ ...side, history: !side.history })}
          >
            <IconHistory size={18} aria-hidden />
          </ActionIcon>
        </div>
        <ReportNotes
          open={open}
          delivery={delivery}
          from={from}
          taken={taken}
          readOnlyReason={readOnlyReason}
        />
        {twoTexts ? (
          <TwoTexts open={open} twoTexts={twoTexts} delivery={delivery} loadImage={images.load} />
        ) : (
          <PartsEditor open={open} part={part} onPart={setPart} images={images} readOnly={isLocked} />
        )}
        <ActionBar grounds={groundsNow()} busy={actions.busy} onAction={actions.run}>
          <DeliveryState
            typing={{ isDirty: state.isDirty, hasProblem: state.problem !== undefined }}
            delivery={delivery}
          />
        </ActionBar>
      </div>
      <SideColumn
        title={WORDS.history}
        side="end"
        isOpen={side.history}
        onClose={() => setSide({ ...side, history: false })}
      >
        <HistoryColumn key={row?.rev ?? 0} studyId={study.id} reportId={reportId} loadImage={images.load} />
      </SideColumn>
    </div>
  )
}

/** Asks where there are words already, then puts the template into the text; one press of undo takes it out again. */
async function insertTemplate({ writer, flush }: OpenReport, template: TemplateItem): Promise<void> {
  flush()
  const isAsked = wouldTouchText(writer.state().text, template)
  const mode = isAsked ? await askInsertMode(template.name) : 'replace'
  if (!mode) return
  flush()
  await writer.replace(withTemplate(writer.state().text, template, mode), template.no_autosave === 1)
}
