/** A link of this house as others can open it: a path gets the address of this page. */
export function absoluteLink(link: string): string {
  return new URL(link, location.origin).href
}
