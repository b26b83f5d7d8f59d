import { shortcut } from '#contract/masters/shortcut.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { HUB_WORDS as WORDS } from '../words.ts'

/**
 * Returns whether the reader may change a shortcut: doctors change their own; administrators change the
 * shared ones.
 */
function useMayChange(): (owner: string | null) => boolean {
  const session = useSession()
  return (owner) => owner === session?.user_id || (owner === null && session?.is_client_admin === 1)
}

/**
 * A doctor's own text shortcuts (docs/masters.md#texts); the shared ones are shown, but a doctor cannot
 * change them.
 */
export default function Shortcuts() {
  const mayChange = useMayChange()
  return (
    <MasterList
      master={shortcut}
      form={ShortcutForm}
      removeRefusal={({ user_id: owner }) => (mayChange(owner) ? undefined : WORDS.everybodys)}
    />
  )
}

function ShortcutForm(props: MasterFormProps<typeof shortcut>) {
  const mayChange = useMayChange()
  const isOthers = props.record !== undefined && !mayChange(props.record.user_id)
  return <MasterForm {...props} readOnly={props.readOnly === true || isOthers} />
}
