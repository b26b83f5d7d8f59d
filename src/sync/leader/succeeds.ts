/** Whether `work` came to its end; what it failed by is told. */
export async function succeeds(work: Promise<unknown>, onError: (error: unknown) => void): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    onError(error)
    return false
  }
}
