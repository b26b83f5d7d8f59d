import { useMemo } from 'react'
import { mayChangeOf, ownerOfNew } from '#domain/masters/ownership.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Whose the reader's templates, categories and shortcuts are, and which of others' may be changed. */
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
      /** The reader's id where new ones are the reader's own; null where they are everybody's. */
      ownerOfNew: own,
      mayChange: (owner: string | null) => mayChangeOf(author, owner),
      /** A doctor sees which ones the administrator keeps (docs/masters.md#who-sees-which-tile). */
      isByAdmin: (owner: string | null) => owner === null && own !== null,
    }
  }, [session])
}
