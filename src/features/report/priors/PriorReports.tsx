import { Button, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconQuote } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PriorReport, PriorRow } from '#contract/calls/priors.ts'
import { studyWords } from '#domain/prior/compared-with.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { Difference } from '../history/Difference.tsx'
import { REPORT_PARTS } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './priors.module.css'
import type { PriorsView } from './use-priors-view.ts'

export interface PriorReportsProps {
  prior: PriorRow
  writer: ReportWriter
  view: PriorsView
  loadImage: LoadImage
  insertRefusal: string | undefined
  onBack: () => void
}

/** The reports of a prior study, next to the text being written: the prior text, or the differences. */
export function PriorReports({ prior, writer, view, loadImage, insertRefusal, onBack }: PriorReportsProps) {
  const [shown, setShown] = useState<'text' | 'changes'>('text')
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Readers who use the keyboard continue from here.
    if (document.activeElement === document.body) back.current?.focus()
  }, [])
  return (
    <div className={classes.opened} data-wide-aside>
      <Button
        ref={back}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={onBack}
      >
        {WORDS.priorsBack}
      </Button>
      <h3 className={classes.title}>
        {studyWords(prior)} · {formatDate(new Date(prior.study_datetime), branchZone())}
      </h3>
      <Tooltip label={insertRefusal} disabled={insertRefusal === undefined}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconQuote size={14} aria-hidden />}
          data-disabled={insertRefusal !== undefined || undefined}
          aria-disabled={insertRefusal !== undefined}
          aria-description={insertRefusal}
          onClick={() => insertRefusal === undefined && view.insertCompared()}
        >
          {WORDS.priorsInsert}
        </Button>
      </Tooltip>
      {prior.reports && prior.reports.length > 0 ? (
        <>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={WORDS.priorsView}
            value={shown}
            onChange={(value) => setShown(value)}
            data={[
              { value: 'text', label: WORDS.priorsOwnView },
              { value: 'changes', label: WORDS.priorsChanges },
            ]}
          />
          {shown === 'changes' && (
            <Text c="dimmed" size="xs">
              {WORDS.priorsChangesHint}
            </Text>
          )}
          {prior.reports.map((report) => (
            <OneReport
              key={report.report_id}
              report={report}
              isNamed={prior.filed > 1}
              writer={shown === 'changes' ? writer : undefined}
              loadImage={loadImage}
            />
          ))}
        </>
      ) : (
        <NoText prior={prior} />
      )}
    </div>
  )
}

interface OneReportProps {
  report: PriorReport
  isNamed: boolean
  /** The text to compare with; without it, the prior is shown alone. */
  writer: ReportWriter | undefined
  loadImage: LoadImage
}

function OneReport({ report, isNamed, writer, loadImage }: OneReportProps) {
  return (
    <>
      {isNamed && <h4 className={classes.name}>{WORDS.reportTab(report.report_no, report.report_name)}</h4>}
      {report.signed_on && (
        <Text c="dimmed" size="xs">
          {report.signed_by_doctor} · {formatDate(new Date(report.signed_on), branchZone())}
        </Text>
      )}
      {writer ? (
        <Compared report={report} writer={writer} loadImage={loadImage} />
      ) : (
        REPORT_PARTS.filter((part) => !isEmptyMarkup(report[part])).map((part) => (
          <section key={part} aria-label={WORDS.parts[part]}>
            <h4 className={classes.part}>{WORDS.parts[part]}</h4>
            <ReportText html={report[part]} loadImage={loadImage} />
          </section>
        ))
      )}
      {report.addenda.map(({ content, signed_by, signed_on }) => (
        <section key={signed_on}>
          <h4 className={classes.part}>
            {WORDS.priorsAddendum(signed_by, formatDate(new Date(signed_on), branchZone()))}
          </h4>
          <ReportText html={content} loadImage={loadImage} />
        </section>
      ))}
    </>
  )
}

function Compared({
  report,
  writer,
  loadImage,
}: Required<Omit<OneReportProps, 'isNamed' | 'writer'>> & { writer: ReportWriter }) {
  // Typing has priority.
  const text = useDeferredValue(useWriterState(writer, (state) => state.text))
  return <Difference older={report} newer={text} loadImage={loadImage} marks={WORDS.priorsMarks} />
}

function NoText({ prior }: { prior: PriorRow }) {
  if (prior.filed === 0) return <Text c="dimmed">{WORDS.priorsNotFiled}</Text>
  return (
    <>
      <Text c="dimmed">{WORDS.priorsTooLong}</Text>
      <Text size="sm">{prior.conclusion}</Text>
      <Link to={`/report/${prior.study_id}`}>{WORDS.priorsTooLongOpen}</Link>
    </>
  )
}
