import { type QueScreenRecord, queScreen } from '#contract/masters/que-screen.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { QUE_WORDS as WORDS } from '../words.ts'
import { DisplayLink } from './DisplayLink.tsx'
import { QueScreenForm } from './QueScreenForm.tsx'

const machinesOf = ({ machines }: QueScreenRecord) =>
  machines.map(({ alias, name }) => alias || name).join(', ')

const CELLS = {
  branch: { width: 'minmax(110px, 1fr)', cell: ({ branch }: QueScreenRecord) => branch },
  machines: { header: WORDS.machines, width: 'minmax(120px, 2fr)', cell: machinesOf },
  link: { header: WORDS.link, width: '150px', cell: (row: QueScreenRecord) => <DisplayLink screen={row} /> },
}

/** Screens of the waiting rooms (docs/masters.md#queue-screens-and-consent-forms). */
export default function QueScreens() {
  return <MasterList master={queScreen} cells={CELLS} form={QueScreenForm} />
}

/** The same list, read-only: persons who run a waiting room open its displays and change nothing. */
export function QueScreensToView() {
  return (
    <MasterList
      master={queScreen}
      cells={CELLS}
      canAdd={false}
      canEdit={false}
      canRemove={false}
      onOpen={(row) => window.open(`/que/${row.uid}`, '_blank', 'noopener')}
    />
  )
}
