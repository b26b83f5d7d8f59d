/** The host and port of an address that a person typed: what a partner without a name is called. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'An address that cannot be read'
}
