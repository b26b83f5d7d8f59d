import { useSearchParams } from 'react-router-dom'

const EDIT = 'edit'

/** Which refused change the page's address opens a form for: its id, and nothing of what was typed. */
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
