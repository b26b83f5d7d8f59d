import { encodeText } from '#domain/report/markup-entities.ts'
import { formatDay } from '#domain/time/formats.ts'
import { isoInZone } from '#domain/time/iso-in-zone.ts'
import { cleanImportedHtml, paragraphsOf } from '#server/integrations/clean-imported-html.ts'
import type { ReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import type { ReportText } from '../reports/public/text.ts'

/**
 * Returns the text of a report from another system, in our stored form. Each addendum is appended below the
 * description, under a heading with its time in `zone` and its author, because it may retract the text above.
 */
export function importedText(
  { description, conclusion, recommendation, addendum }: ReportXml,
  zone: string | undefined,
): ReportText {
  const added = addendum.map(
    (one) => `<p><strong>${encodeText(headingOf(one, zone))}</strong></p>${clean(one.text)}`,
  )
  return {
    report_data: [clean(description), ...added].join(''),
    conclusion: clean(conclusion),
    recommendation: clean(recommendation),
  }
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?/

const clean = (words: string) => (/<[a-z]/i.test(words) ? cleanImportedHtml(words) : paragraphsOf(words))

const headingOf = (
  { signed_on, signed_by }: ReportXml['addendum'][number],
  zone: string | undefined,
): string => ['Addendum', whenOf(signed_on, zone), signed_by].filter((part) => part !== '').join(', ')

/**
 * A time without an offset is in the sender's own zone and is shown as written; a text that is no time is kept as
 * received.
 */
function whenOf(signedOn: string, zone: string | undefined): string {
  const [, wall, offset] = TIME.exec(signedOn) ?? []
  if (wall === undefined || Number.isNaN(Date.parse(`${wall}Z`))) return signedOn
  const shown = offset && zone !== undefined ? isoInZone(new Date(signedOn), zone) : wall
  return `${formatDay(shown.slice(0, 10))} ${shown.slice(11, 16)}`
}
