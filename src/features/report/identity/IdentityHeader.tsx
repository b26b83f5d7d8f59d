import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'
import classes from './identity.module.css'

export interface IdentityHeaderProps {
  study: StudyRow
  /** Whether it is signed or verified only on this device. */
  isUnfiled?: boolean
  /** The buttons of the screen. */
  children?: ReactNode
}

/** The patient of this report, always visible: a wrong patient must be impossible to miss. */
export function IdentityHeader({ study, isUnfiled, children }: IdentityHeaderProps) {
  return (
    <header className={classes.header} aria-label={WORDS.identity}>
      <div className={classes.person}>
        <h1 className={classes.name}>{study.pat_name || WORDS.noName}</h1>
        <Fact label={WORDS.patientId} value={study.pat_id} />
        <Fact label={WORDS.sex} value={study.pat_sex} />
        <Fact label={WORDS.age} value={study.pat_age} />
        <Fact label={WORDS.born} value={study.pat_birthdate && formatDay(study.pat_birthdate)} />
      </div>
      <div className={classes.actions}>{children}</div>
      <div className={classes.study}>
        <Fact label={WORDS.study} value={[study.modality, study.study_desc].filter(Boolean).join(' · ')} />
        <Fact
          label={WORDS.studyDate}
          value={
            study.study_datetime &&
            formatDateTime(new Date(study.study_datetime), branchZone(study.branch_id))
          }
        />
        <Fact label={WORDS.accession} value={study.accession_no} />
        <Fact label={WORDS.assigned} value={study.assigned_doctor || WORDS.nobody} />
        <StatusBadge status={study.status} isUnfiled={isUnfiled} />
        {study.tag !== '' && <Tag name={study.tag} colour={study.tag_color} />}
        {isAiCriticalOpen(study) && <Tag name={WORDS.aiCritical} colour="#c92a2a" />}
        {study.tag_critical !== '' && (
          <Tag name={`${WORDS.critical}: ${study.tag_critical}`} colour={study.tag_color_critical} />
        )}
      </div>
    </header>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <span className={classes.fact}>
      <span className={classes.label}>{label}</span> <span className="tabular">{value}</span>
    </span>
  )
}

/** The client chooses a tag's colour; the word has the text colour, so that it is readable next to any colour. */
function Tag({ name, colour }: { name: string; colour: string }) {
  return (
    <Badge
      variant="default"
      radius="sm"
      tt="none"
      leftSection={<span className={classes.dot} style={colour ? { background: colour } : undefined} />}
    >
      {name}
    </Badge>
  )
}
