import { Badge, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { PriorRow } from '#contract/calls/priors.ts'
import { studyWords } from '#domain/prior/compared-with.ts'
import { formatDate, formatDateTime } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type Priors, usePriors } from '#src/sync/priors/use-priors.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { PriorReports } from './PriorReports.tsx'
import classes from './priors.module.css'
import { useListFocus } from './use-list-focus.ts'
import type { PriorsView } from './use-priors-view.ts'

export interface PriorsColumnProps {
  studyId: string
  writer: ReportWriter
  view: PriorsView
  loadImage: LoadImage
  /** Why nothing can be inserted into the text now. */
  insertRefusal: string | undefined
}

/** Prior studies of the patient; a press shows the report of one next to the text. */
export function PriorsColumn(props: PriorsColumnProps) {
  const priors = usePriors(props.studyId)
  const column = useRef<HTMLDivElement>(null)
  const { chosen, asked, takeAsk } = props.view
  // Its data may have changed since it was opened, and the reader may have lost access to it.
  const shown = priors.told?.priors.find(({ study_id }) => study_id === chosen)
  const listed = shown ? undefined : priors.told?.priors.map(({ study_id }) => study_id)
  useListFocus(column, { takeAsk, asked, open: shown?.study_id, listed: listed?.length ? listed : undefined })
  return (
    <div ref={column} className={classes.column} tabIndex={-1}>
      {shown ? <Opened prior={shown} {...props} /> : <PriorList priors={priors} view={props.view} />}
    </div>
  )
}

function Opened({ studyId: _study, view, ...rest }: PriorsColumnProps & { prior: PriorRow }) {
  return <PriorReports onBack={() => view.choose(undefined)} view={view} {...rest} />
}

function PriorList({ priors, view: { choose, asked } }: { priors: Priors; view: PriorsView }) {
  const { online } = useLink()
  const { told, at, isLoading, error } = priors
  if (isLoading) return <SkeletonRows rows={4} height={44} />
  if (!told) return <NeverBrought reason={online ? error?.message : undefined} />
  const time = at ? formatDateTime(at, branchZone()) : ''
  const isOld = !online || error !== undefined
  if (told.priors.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {isOld ? WORDS.priorsNoneHere(time) : WORDS.priorsNone}
      </Text>
    )
  return (
    <>
      {isOld && (
        <Text c="dimmed" size="xs" mb={4}>
          {WORDS.priorsAt(time)}
        </Text>
      )}
      <ol className={classes.list} aria-label={WORDS.priorsList}>
        {told.priors.map((prior, index) => (
          <li key={prior.study_id}>
            <UnstyledButton
              className={classes.prior}
              // A drawer focuses the element with this attribute.
              data-autofocus={(asked > 0 && index === 0) || undefined}
              onClick={() => choose(prior.study_id)}
            >
              <PriorLine prior={prior} />
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {told.older > 0 && (
        <Text size="sm" mt="xs">
          <Link to="/archives">{WORDS.priorsOlder(told.older)}</Link>
        </Text>
      )}
    </>
  )
}

function PriorLine({ prior }: { prior: PriorRow }) {
  return (
    <>
      <span className={classes.line}>
        <span className="tabular">{formatDate(new Date(prior.study_datetime), branchZone())}</span>
        <strong>{studyWords(prior)}</strong>
        {prior.matched_by === 'patient_id' && (
          <Tooltip label={WORDS.priorsByIdHint} multiline w={240}>
            <Badge size="xs" variant="default" radius="sm" tt="none">
              {WORDS.priorsById}
            </Badge>
          </Tooltip>
        )}
      </span>
      {prior.branch !== '' && <span className={classes.branch}>{prior.branch}</span>}
      <span className={classes.conclusion}>
        {prior.filed === 0 ? WORDS.priorsNotFiled : prior.conclusion}
      </span>
    </>
  )
}

/** Shown if priors were never loaded, so that nobody takes it for "there are none". */
function NeverBrought({ reason }: { reason: string | undefined }) {
  return (
    <div role="status">
      <Badge variant="light" color="orange" radius="sm" tt="none" mb={4}>
        {WORDS.priorsOnlineOnly}
      </Badge>
      <Text c="dimmed" size="sm">
        {reason ?? WORDS.priorsOnlineOnlyHint}
      </Text>
    </div>
  )
}
