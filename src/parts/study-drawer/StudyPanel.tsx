import { Button, Tabs, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { StudyRow } from '#contract/calls/studies.ts'
import { canOpen } from '#domain/access/screens.ts'
import { hasPreview } from '#domain/report/filed.ts'
import { useUnfiled } from '#src/sync/reports/use-unfiled.ts'
import { useSession } from '#src/sync/session/session.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Documents } from '../documents/Documents.tsx'
import { NoOfReports } from '../no-of-reports/NoOfReports.tsx'
import { OpenImagesButton } from '../open-images/OpenImagesButton.tsx'
import { ExaminationTab } from './ExaminationTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { ReportsTab } from './ReportsTab.tsx'
import { SourceNote } from './SourceNote.tsx'
import { StudyActions } from './StudyActions.tsx'
import classes from './study-drawer.module.css'
import { TimelinesTab } from './TimelinesTab.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

const ReportPreview = lazyPart(() =>
  import('../report-preview/ReportPreview.tsx').then((part) => ({ default: part.ReportPreview })),
)
const EditStudyDialog = lazyPart(() =>
  import('../edit-study/EditStudyDialog.tsx').then((part) => ({ default: part.EditStudyDialog })),
)
const SplitStudyDialog = lazyPart(() =>
  import('../split-study/SplitStudyDialog.tsx').then((part) => ({ default: part.SplitStudyDialog })),
)
const CriticalDialog = lazyPart(() =>
  import('../critical/CriticalDialog.tsx').then((part) => ({ default: part.CriticalDialog })),
)

export const DRAWER_TABS = ['examination', 'documents', 'reports', 'timelines', 'history'] as const
export type DrawerTab = (typeof DRAWER_TABS)[number]
/** A dialog that is open over the study from the start. */
export type OpenDialog = 'edit' | 'critical'

export interface StudyPanelProps {
  study: StudyRow
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
  onClose: () => void
  opens?: OpenDialog
}

/**
 * A study with its five tabs (docs/studies.md#study-drawer); the patient is shown above all of them. Image-only viewers
 * read no reports (docs/studies.md#study-lists): that tab is hidden.
 */
export function StudyPanel({ study, tab, onTab, onClose, opens }: StudyPanelProps) {
  const [isPreviewed, preview] = useDisclosure(false)
  const [isEdited, edit] = useDisclosure(opens === 'edit')
  const [isSplit, split] = useDisclosure(false)
  const [isCritical, critical] = useDisclosure(opens === 'critical')
  const isImageOnly = useSession()?.view_image_only === 1
  const tabs = DRAWER_TABS.filter((one) => one !== 'reports' || !isImageOnly)
  return (
    <div className={classes.body}>
      <Identity study={study} />
      <Tabs
        value={tabs.includes(tab) ? tab : 'examination'}
        onChange={(value) => onTab((value as DrawerTab | null) ?? 'examination')}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {WORDS.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one} pt="md">
            {contentOf(one, study)}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.footer}>
        <NoOfReports study={study} label={WORDS.noOfReports} size="sm" w={110} />
        <StudyActions study={study} onEdit={edit.open} onSplit={split.open} onDeleted={onClose} />
        <OpenImagesButton study={study} />
        <WriteButton studyId={study.id} />
        <PreviewButton study={study} onClick={preview.open} />
        <Button variant="default" onClick={onClose}>
          {WORDS.close}
        </Button>
      </div>
      {isPreviewed && <ReportPreview studyId={study.id} opened onClose={preview.close} />}
      {isEdited && <EditStudyDialog study={study} opened onClose={edit.close} />}
      {isSplit && <SplitStudyDialog study={study} opened onClose={split.close} />}
      {isCritical && <CriticalDialog studyId={study.id} opened onClose={critical.close} />}
    </div>
  )
}

function contentOf(tab: DrawerTab, study: StudyRow): ReactNode {
  if (tab === 'examination') return <ExaminationTab study={study} />
  if (tab === 'documents') return <Documents studyId={study.id} />
  if (tab === 'reports') return <ReportsTab studyId={study.id} />
  return tab === 'timelines' ? <TimelinesTab study={study} /> : <HistoryTab study={study} />
}

/** The patient, whichever tab is open: the wrong patient must be impossible to miss. */
function Identity({ study }: { study: StudyRow }) {
  const { isStatusHere } = useUnfiled(study.id)
  const more = [
    study.pat_id,
    study.pat_sex,
    study.pat_age,
    study.modality,
    study.study_desc,
    study.accession_no,
  ]
  return (
    <div className={classes.identity}>
      <Text fw={700}>{study.pat_name}</Text>
      <Text c="dimmed" size="sm" className="tabular">
        {more.filter(Boolean).join(' · ')}
      </Text>
      <StatusBadge status={study.status} isUnfiled={isStatusHere} />
      <SourceNote study={study} />
    </div>
  )
}

function WriteButton({ studyId }: { studyId: string }) {
  const session = useSession()
  const path = `/report/${studyId}`
  if (!canOpen(session, path)) return null
  return (
    <Button component={Link} to={path} variant="default">
      {WORDS.write}
    </Button>
  )
}

function PreviewButton({ study, onClick }: { study: StudyRow; onClick: () => void }) {
  const session = useSession()
  if (session?.view_image_only === 1) return null
  const isOff = !hasPreview(study)
  return (
    <Tooltip label={WORDS.previewPending} disabled={!isOff}>
      <Button
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-description={isOff ? WORDS.previewPending : undefined}
        onClick={isOff ? undefined : onClick}
      >
        {WORDS.preview}
      </Button>
    </Tooltip>
  )
}
