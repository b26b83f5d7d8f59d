import { Button } from '@mantine/core'
import { IconLink, IconListDetails } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { FilterChange } from './list-filter.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

export interface OtherListsProps {
  session: SessionFields
  onChange: (change: FilterChange) => void
}

/** From the archives to what waits to be linked to a visit, of any day, and to the simple list with its CSV file. */
export function OtherLists({ session, onChange }: OtherListsProps) {
  return (
    <>
      {session.modules.includes('edit_patient_and_study') && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => onChange({ link: 'Unmatched', range: 'Any' })}
        >
          {WORDS.unmatched}
        </Button>
      )}
      {canOpen(session, '/archives-small') && (
        <Button
          component={Link}
          to="/archives-small"
          variant="default"
          size="xs"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          {WORDS.simple}
        </Button>
      )}
    </>
  )
}
