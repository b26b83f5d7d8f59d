/** Does it once per client, before its first answer; after a failure again with the next query. */
export function noteStoodOnce(
  note: (clientId: string) => Promise<void>,
  failed: (error: unknown) => void,
): (clientId: string) => Promise<void> {
  const noted = new Map<string, Promise<void>>()
  return (clientId) => {
    const noting =
      noted.get(clientId) ??
      note(clientId).catch((error: unknown) => {
        noted.delete(clientId)
        failed(error)
      })
    noted.set(clientId, noting)
    return noting
  }
}
