/** The id of the file that a server link leads to, signed or not; empty if it leads to none. */
export function fileIdOfLink(link: string): string {
  return /\/file\/([0-9a-f-]{36})/.exec(link)?.[1] ?? ''
}
