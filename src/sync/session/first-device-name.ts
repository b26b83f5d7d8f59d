/** Browsers by their mark, the most specific first: most of them also claim to be the ones below. */
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

/** Names a device until a person does, e.g. `Chrome on Windows`. */
export function firstDeviceName(userAgent: string): string {
  return `${find(BROWSERS, userAgent) ?? 'Browser'} on ${find(SYSTEMS, userAgent) ?? 'a device'}`
}
