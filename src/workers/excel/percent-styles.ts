import { attribute } from './scan-cells.ts'

/** Percentage formats that every workbook has without declaring them. */
const BUILT_IN = new Set(['9', '10'])

/**
 * Returns the indexes of the workbook's percentage formats: the file stores 10 % as 0.1, and only the cell's format
 * shows it. `styles` is the markup of the workbook's styles.
 */
export function percentStyles(styles: string): ReadonlySet<number> {
  const formats = new Set(BUILT_IN)
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const shown = (attribute(tag, 'formatCode') ?? '').replaceAll(/&quot;.*?&quot;|\\./g, '')
    if (shown.includes('%')) formats.add(attribute(tag, 'numFmtId') ?? '')
  }
  const places = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  const ids = [...places.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) => attribute(tag, 'numFmtId') ?? '')
  return new Set(ids.flatMap((id, place) => (formats.has(id) ? [place] : [])))
}
