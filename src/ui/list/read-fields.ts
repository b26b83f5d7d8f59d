/** Reads a list's filter fields from an address; leaves out values that do not match the contract. */
export function readFields<Key extends string>(
  params: URLSearchParams,
  keys: readonly Key[],
  input: { safeParse: (value: unknown) => { success: boolean } },
): Partial<Record<Key, string>> {
  const given = keys.flatMap((key) => {
    const value = params.get(key)?.trim()
    return value && input.safeParse({ [key]: value }).success ? [[key, value] as const] : []
  })
  return Object.fromEntries(given) as Partial<Record<Key, string>>
}
