const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11|CrOS/, 'Linux'],
]

const firstOf = (kinds: readonly (readonly [RegExp, string])[], text: string) =>
  kinds.find(([pattern]) => pattern.test(text))?.[1]

/**
 * The coarse origin of a link's opening: the kind of browser and system, and the first half of the address. Enough to
 * tell a stranger's opening from the receiver's, but too little to identify a household.
 */
export function openingOrigin(userAgent: string, address: string): string {
  const browser = firstOf(BROWSERS, userAgent) ?? 'Unknown browser'
  const system = firstOf(SYSTEMS, userAgent)
  return [system === undefined ? browser : `${browser} on ${system}`, coarseNetwork(address)]
    .filter(Boolean)
    .join(', ')
}

/** The first half of an IPv4 address, or the first two groups of an IPv6 one; empty if it is neither. */
function coarseNetwork(address: string): string {
  const [, first, second] = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address) ?? []
  if (first !== undefined) return `network ${first}.${second}.…`
  const groups = address.split(':')
  if (groups.length < 3) return ''
  return groups[0] === '' ? 'this machine' : `network ${groups[0]}:${groups[1] || '0'}:…`
}
