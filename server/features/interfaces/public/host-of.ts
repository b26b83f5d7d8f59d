/** Returns host and port of a typed address, used as the name of a partner without one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'An address that cannot be read'
}
