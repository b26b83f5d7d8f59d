import { refDrScheme } from '#contract/masters/ref-dr-scheme.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

/** Referral schemes, opened from the list of referral doctors (docs/masters.md#people). */
export function RefDoctorSchemes({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer title={WORDS.schemes} opened onClose={onClose} size="min(760px, 100%)">
      <MasterList master={refDrScheme} />
    </SideDrawer>
  )
}
