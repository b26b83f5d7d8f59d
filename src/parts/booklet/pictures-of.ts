/** The files among what was pasted or dropped; a picture that is only named by its address is none. */
export function filesOf(data: DataTransfer | null): File[] {
  return data ? [...data.files] : []
}
