import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { branch } from '#contract/masters/branch.ts'
import { isPlatform } from '#domain/access/rules.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { mayChange } from '#src/ui/master/may-change.ts'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { BranchForm } from './BranchForm.tsx'
import { BranchSettings } from './BranchSettings.tsx'
import { BRANCH_WORDS as WORDS } from './words.ts'

export interface BranchListProps {
  /** The client that the platform's administrator views. */
  clientId?: string
}

type BranchRecord = RecordOf<typeof branch>

const ACTION_WIDTH = 32

const CELLS = {
  aet_sources: {
    header: WORDS.aets,
    cell: ({ aet_sources = '' }: BranchRecord) => aet_sources.replaceAll(',', ', '),
  },
}

/**
 * Branches of the client; permitted people set the basis of their charges and allowed time
 * (docs/masters.md#image-servers-and-branches, docs/masters.md#who-sees-which-tile).
 */
export function BranchList({ clientId }: BranchListProps) {
  const session = useSession()
  const [setting, setSetting] = useState<BranchRecord>()
  const hasSettings =
    session !== undefined &&
    mayChange(branch, session, clientId) &&
    (isPlatform(session) || session.main_modules.includes('teleradiology'))
  const settingsButton = (row: BranchRecord) => (
    <IconAction
      label={WORDS.settingsOf(row.name ?? '')}
      icon={<IconAdjustments size={16} stroke={1.5} aria-hidden />}
      onClick={() => setSetting(row)}
    />
  )
  return (
    <>
      <MasterList
        master={branch}
        clientId={clientId}
        form={BranchForm}
        cells={CELLS}
        rowActionsWidth={hasSettings ? ACTION_WIDTH : 0}
        rowActions={hasSettings ? settingsButton : undefined}
      />
      {setting && (
        <BranchSettings
          key={setting.id}
          branch={setting}
          clientId={clientId}
          onClose={() => setSetting(undefined)}
        />
      )}
    </>
  )
}
