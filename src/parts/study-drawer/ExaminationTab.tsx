import { Stack, Title } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { useActivation } from '../activate-study/use-activation.ts'
import { Comments } from '../comments/Comments.tsx'
import { CriticalRecords } from '../critical/CriticalRecords.tsx'
import { CriticalTagPopover } from '../tags/CriticalTagPopover.tsx'
import { TagMark } from '../tags/TagMark.tsx'
import { TagPicker } from '../tags/TagPicker.tsx'
import { ExaminationRecord } from './ExaminationRecord.tsx'
import { Facts } from './Facts.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

const timeOf = (instant: string | null, { branch_id }: StudyRow) =>
  instant ? formatDateTime(new Date(instant), branchZone(branch_id)) : ''

/** All details of patient and study: from this device at once, the header and the visit from the server. */
export function ExaminationTab({ study }: { study: StudyRow }) {
  const isActive = useActivation(study) === 1
  return (
    <Stack gap="lg">
      <Facts
        title={WORDS.patient}
        facts={[
          [WORDS.name, study.pat_name],
          [WORDS.patId, study.pat_id],
          [WORDS.sexAge, [study.pat_sex, study.pat_age].filter(Boolean).join(' · ')],
          [WORDS.birth, study.pat_birthdate && formatDay(study.pat_birthdate)],
        ]}
      />
      <Facts
        title={WORDS.study}
        facts={[
          [WORDS.description, study.study_desc],
          [WORDS.modality, study.modality],
          [WORDS.accession, study.accession_no],
          [WORDS.examined, timeOf(study.study_datetime, study)],
          [WORDS.received, timeOf(study.received_datetime, study)],
          [WORDS.images, String(study.no_of_img)],
          [WORDS.referrer, study.ref_physician],
          [WORDS.branch, study.branch],
          [WORDS.source, study.src_aet],
          [WORDS.uid, study.study_iuid],
        ]}
      />
      <Facts
        title={WORDS.reporting}
        facts={[
          [WORDS.status, <StatusBadge key="status" status={study.status} />],
          [WORDS.allowed, WORDS.minutes(study.tat)],
          [WORDS.assigned, study.assigned_doctor],
          [WORDS.signer, study.signed_by_doctor],
          [WORDS.payment, study.payment_status.replace('_', ' ')],
          [WORDS.portal, isActive ? WORDS.activated : WORDS.deactivated],
          [WORDS.tag, <TagPicker key="tag" study={study} />],
          [WORDS.critical, <CriticalTag key="critical" study={study} />],
        ]}
      />
      <CriticalRecords studyId={study.id} isShownEmpty={false} />
      {/* Reloaded with each revision: an undone step is in its history. */}
      <ExaminationRecord key={study.rev} study={study} />
      <section aria-label={WORDS.comments}>
        <Title order={3} size="h6" mb={6}>
          {WORDS.comments}
        </Title>
        <Comments studyId={study.id} />
      </section>
    </Stack>
  )
}

function CriticalTag({ study }: { study: StudyRow }) {
  return (
    <CriticalTagPopover study={study}>
      {study.tag_critical ? (
        <TagMark name={study.tag_critical} color={study.tag_color_critical} isCritical />
      ) : (
        <span style={{ textDecoration: 'underline' }}>{WORDS.setCritical}</span>
      )}
    </CriticalTagPopover>
  )
}
