/** Browsers by their mark, the more special first: most of them claim to be the ones below, too. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

const find = (marks: readonly (readonly [RegExp, string])[], agent: string) =>
  marks.find(([mark]) => mark.test(agent))?.[1]

/** What a device is called before a person names it, e.g. `Chrome on Windows`. */
export function firstDeviceName(userAgent: string): string {
  return `${find(BROWSERS, userAgent) ?? 'Browser'} on ${find(SYSTEMS, userAgent) ?? 'a device'}`
}
