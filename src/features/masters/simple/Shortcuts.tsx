import { shortcut } from '#contract/masters/shortcut.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { HUB_WORDS as WORDS } from '../words.ts'

/** A doctor's own snippets of text (spec 2 section 2.6); those of everybody are shown and are not the doctor's to delete. */
export default function Shortcuts() {
  const userId = useSession()?.user_id
  return (
    <MasterList
      master={shortcut}
      removeRefusal={({ user_id: owner }) => (owner === userId ? undefined : WORDS.everybodys)}
    />
  )
}
