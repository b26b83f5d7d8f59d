import { useMemo } from 'react'
import { mayChangeOf, ownerOfNew } from '#domain/masters/ownership.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Returns the owner of the reader's new templates, categories and shortcuts, and which of others' may be changed. */
export function useAuthor() {
  const session = useSession()
  return useMemo(() => {
    const author = {
      userId: session?.user_id ?? '',
      isDoctor: session?.is_doctor === 1,
      isClientAdmin: session?.is_client_admin === 1,
    }
    const own = ownerOfNew(author)
    return {
      /** The reader's id if new records belong to the reader; null if they are shared. */
      ownerOfNew: own,
      mayChange: (owner: string | null) => mayChangeOf(author, owner),
      /** Doctors see which records the administrator maintains (docs/masters.md#who-sees-which-tile). */
      isByAdmin: (owner: string | null) => owner === null && own !== null,
    }
  }, [session])
}
