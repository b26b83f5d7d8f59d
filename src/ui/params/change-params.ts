/** Fields of a query by name; an empty value removes the field. */
export type ParamsChange = Readonly<Record<string, string | undefined>>

/** Returns the query with these fields changed; does not modify `params`. */
export function changeParams(params: URLSearchParams, change: ParamsChange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The same for a paged list: every change except to the page `p` returns to page 1, which the query does not name. */
export function changeListParams(params: URLSearchParams, change: ParamsChange): URLSearchParams {
  return changeParams(params, { ...change, p: change.p === '1' ? '' : change.p })
}
