/** Fields of a query by name; an empty value removes the field. */
export type ParamsChange = Readonly<Record<string, string>>

/** Returns the query with these fields changed; `params` stays as it is. */
export function changeParams(params: URLSearchParams, change: ParamsChange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The same for a list with pages: every change but of the page `p` goes back to page 1. */
export function changeListParams(params: URLSearchParams, change: ParamsChange): URLSearchParams {
  return changeParams(params, 'p' in change ? change : { ...change, p: '' })
}
