import { useState } from 'react'
import { EdgeDrawer } from '#src/ui/dialog/EdgeDrawer.tsx'
import { OpenedStudy } from './OpenedStudy.tsx'
import type { DrawerTab } from './StudyPanel.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

export interface StudyDrawerProps {
  studyId: string
  opened: boolean
  onClose: () => void
  /** The initially open tab. */
  tab?: DrawerTab
}

/** The study edit drawer (docs/studies.md#study-drawer). */
export function StudyDrawer({ studyId, opened, onClose, tab = 'examination' }: StudyDrawerProps) {
  return (
    <EdgeDrawer
      opened={opened}
      onClose={onClose}
      title={WORDS.title}
      position="right"
      size="min(1080px, 100%)"
    >
      {opened && <Chosen key={studyId} studyId={studyId} first={tab} onClose={onClose} />}
    </EdgeDrawer>
  )
}

function Chosen({ studyId, first, onClose }: { studyId: string; first: DrawerTab; onClose: () => void }) {
  const [tab, setTab] = useState(first)
  return <OpenedStudy studyId={studyId} tab={tab} onTab={setTab} onClose={onClose} />
}
