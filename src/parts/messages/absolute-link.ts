/** Makes one of our links absolute, so that others can open it: a path gets this page's origin. */
export function absoluteLink(link: string): string {
  return new URL(link, location.origin).href
}
