/** Returns the files that were pasted or dropped; a picture given only by its URL does not count. */
export function filesOf(data: DataTransfer | null): File[] {
  return data ? [...data.files] : []
}
