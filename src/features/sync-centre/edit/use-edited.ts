import { useSearchParams } from 'react-router-dom'

const EDIT = 'edit'

/** Returns the refused change that the page's address opens: the address holds its id, but no typed values. */
export function useEdited(): { id: string | undefined; show: (id: string | undefined) => void } {
  const [params, setParams] = useSearchParams()
  const show = (id: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === undefined) next.delete(EDIT)
        else next.set(EDIT, id)
        return next
      },
      { replace: true },
    )
  return { id: params.get(EDIT) ?? undefined, show }
}
