import { shortcut } from '#contract/masters/shortcut.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { HUB_WORDS as WORDS } from '../words.ts'

/** The own ones are a doctor's to change; those of everybody an administrator's, as the server has it. */
function useMayChange(): (owner: string | null) => boolean {
  const session = useSession()
  return (owner) => owner === session?.user_id || (owner === null && session?.is_client_admin === 1)
}

/** A doctor's own snippets of text (docs/masters.md#texts); those of everybody are shown and are not the doctor's to change. */
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
