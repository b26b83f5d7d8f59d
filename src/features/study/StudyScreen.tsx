import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { OpenedStudy } from '#src/parts/study-drawer/OpenedStudy.tsx'
import { DRAWER_TABS, type OpenDialog } from '#src/parts/study-drawer/StudyPanel.tsx'
import { leaveRow } from '#src/ui/grid/left-row.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { STUDY_WORDS as WORDS } from './words.ts'

const DIALOGS: readonly OpenDialog[] = ['edit', 'critical']

/** The page of one study, for links such as that of a refused change. */
export default function StudyScreen() {
  const { studyId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  // If it was opened directly by a link, the previous page is not part of the app.
  const isFirst = useLocation().key === 'default'
  const tab = DRAWER_TABS.find((one) => one === params.get('tab')) ?? 'examination'
  const opens = DIALOGS.find((one) => one === params.get('open'))
  return (
    <>
      <PageHeader title={WORDS.title} />
      <OpenedStudy
        key={`${studyId} ${opens ?? ''}`}
        studyId={studyId}
        tab={tab}
        opens={opens}
        onTab={(next) => setParams({ tab: next }, { replace: true })}
        onClose={() => {
          leaveRow(studyId)
          void (isFirst ? navigate('/dashboard') : navigate(-1))
        }}
      />
    </>
  )
}
