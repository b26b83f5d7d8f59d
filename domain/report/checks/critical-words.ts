import { isDenied } from './negation.ts'
import { sentencesOf } from './sentences.ts'
import { CHECKED_PARTS, type CheckedReport, type Sentence, type SignWarning } from './sign-warning.ts'

/** Findings that must be reported to somebody at once. */
const CRITICAL = [
  /(?:tension )?(?:hydro|haemo|hemo)?pneumothora(?:x|ces)/,
  /pneumoperitoneum|free (?:intraperitoneal |peritoneal |subdiaphragmatic |sub-diaphragmatic )?(?:air|gas)/,
  /pneumomediastinum/,
  /(?:aortic |carotid |vertebral |arterial |type [ab] )?dissections?/,
  /(?:\w*(?:cranial|dural|arachnoid|parenchymal|ventricular|cerebral) )?ha?emorrhages?|(?:subdural|epidural|extradural|intracranial|intracerebral|intraparenchymal) ha?ematomas?/,
  /(?:active )?extravasation/,
  /pulmonary (?:thrombo)?embol(?:ism|us|i)|saddle embolus/,
  /acute (?:ischa?emic )?(?:infarct(?:ion)?|stroke)|large vessel occlusion/,
  /midline shift|(?:uncal|tonsillar|transtentorial|subfalcine|brain) herniation/,
  /cord compression|cauda equina (?:syndrome|compression)/,
  /ruptured? (?:aortic )?aneurysm|aneurysm(?:al)? rupture/,
  /ectopic pregnancy|ruptured ectopic/,
  /(?:testicular|ovarian|adnexal|gastric) torsion|volvulus/,
  /(?:bowel|gastric|duodenal|colonic|hollow visc(?:us|eral)) perforation|perforated (?:viscus|ulcer|appendix|bowel)/,
  /bowel ischa?emia|mesenteric ischa?emia|pneumatosis intestinalis|portal venous gas/,
  /cardiac tamponade|tension h?a?emothorax/,
]
const ANY_CRITICAL = new RegExp(`\\b(?:${CRITICAL.map(({ source }) => source).join('|')})\\b`, 'gi')

/** Operations with names that contain a finding. */
const OPERATION = /\b(?:lymph node|nodal|neck|axillary|surgical|radical|endoscopic submucosal)\s+$/i

/** Critical findings, stated and not negated, in a study without a critical tag. */
export function criticalWithoutTag({ text, hasCriticalTag }: CheckedReport): SignWarning[] {
  if (hasCriticalTag) return []
  return CHECKED_PARTS.flatMap((part) => sentencesOf(part, text[part])).flatMap((sentence) => {
    const found = statedIn(sentence)
    return found.length === 0
      ? []
      : [{ rule: 'critical_without_tag' as const, sentences: [sentence], found: [...new Set(found)] }]
  })
}

function statedIn({ text }: Sentence): string[] {
  return [...text.matchAll(ANY_CRITICAL)]
    .filter((match) => !OPERATION.test(text.slice(0, match.index)))
    .filter((match) => !isDenied(text, match.index, match.index + match[0].length))
    .map(([words]) => words.trim())
}
