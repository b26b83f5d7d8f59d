/** Returns whether `work` succeeds; passes its error to `onError`. */
export async function succeeds(work: Promise<unknown>, onError: (error: unknown) => void): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    onError(error)
    return false
  }
}
